declare module "undici/lib/util/timers.js" {
  /** Lets undici's time pass. */
  const timers: { tick(milliseconds: number): void };
  export default timers;
}
