export * from "../../support/corpora";
