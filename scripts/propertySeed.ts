// Each run draws the same random cases, so that a failure comes from the change at hand.
// `EXPERT_HUB_SEED=random` draws others.
import fc from "fast-check";

const seed = process.env.EXPERT_HUB_SEED ?? "1";
if (seed !== "random") fc.configureGlobal({ seed: Number(seed) });
