import * as m from "mathjs";

/** The parts of mathjs that expressions may use, with what they need; the rest is not even bundled. */
export const math = m.create(
  {
    acosDependencies: m.acosDependencies,
    andDependencies: m.andDependencies,
    asinDependencies: m.asinDependencies,
    atan2Dependencies: m.atan2Dependencies,
    atanDependencies: m.atanDependencies,
    avogadroDependencies: m.avogadroDependencies,
    boltzmannDependencies: m.boltzmannDependencies,
    cbrtDependencies: m.cbrtDependencies,
    combinationsDependencies: m.combinationsDependencies,
    cosDependencies: m.cosDependencies,
    coshDependencies: m.coshDependencies,
    createUnitDependencies: m.createUnitDependencies,
    crossDependencies: m.crossDependencies,
    eDependencies: m.eDependencies,
    expDependencies: m.expDependencies,
    gcdDependencies: m.gcdDependencies,
    gravityDependencies: m.gravityDependencies,
    hypotDependencies: m.hypotDependencies,
    isPrimeDependencies: m.isPrimeDependencies,
    largerEqDependencies: m.largerEqDependencies,
    lcmDependencies: m.lcmDependencies,
    log10Dependencies: m.log10Dependencies,
    log2Dependencies: m.log2Dependencies,
    logDependencies: m.logDependencies,
    maxDependencies: m.maxDependencies,
    meanDependencies: m.meanDependencies,
    medianDependencies: m.medianDependencies,
    minDependencies: m.minDependencies,
    modDependencies: m.modDependencies,
    modeDependencies: m.modeDependencies,
    nthRootDependencies: m.nthRootDependencies,
    orDependencies: m.orDependencies,
    parseDependencies: m.parseDependencies,
    permutationsDependencies: m.permutationsDependencies,
    phiDependencies: m.phiDependencies,
    piDependencies: m.piDependencies,
    planckConstantDependencies: m.planckConstantDependencies,
    prodDependencies: m.prodDependencies,
    signDependencies: m.signDependencies,
    sinDependencies: m.sinDependencies,
    sinhDependencies: m.sinhDependencies,
    smallerEqDependencies: m.smallerEqDependencies,
    speedOfLightDependencies: m.speedOfLightDependencies,
    stdDependencies: m.stdDependencies,
    sumDependencies: m.sumDependencies,
    tanDependencies: m.tanDependencies,
    tanhDependencies: m.tanhDependencies,
    tauDependencies: m.tauDependencies,
    toDependencies: m.toDependencies,
    unaryPlusDependencies: m.unaryPlusDependencies,
    unequalDependencies: m.unequalDependencies,
    unitDependencies: m.unitDependencies,
  } as m.FactoryFunctionMap,
  { number: "number" },
);

type Units = Record<string, unknown>;
const { auto } = (math as unknown as { Unit: { UNIT_SYSTEMS: { auto: Units } } }).Unit.UNIT_SYSTEMS;
const preferred = { ...auto };

math.createUnit("bps", { definition: "1 bit/s", prefixes: "short" });
math.createUnit("mph", { definition: "1 mi/h" });
math.createUnit("rpm", { definition: `${1 / 60} Hz` });

/** mathjs shows results in the units that it saw last: forgets those of other questions. */
export function forgetUnits(): void {
  for (const base of Object.keys(auto)) delete auto[base];
  Object.assign(auto, preferred);
}

/** The functions that an expression may call by name. */
export const functions: ReadonlySet<string> = new Set(
  (
    "abs acos asin atan atan2 cbrt ceil combinations cos cosh cross det dot exp factorial floor gcd hypot " +
    "inv isPrime lcm log log10 log2 max mean median min mod mode nthRoot permutations pow prod round sign " +
    "sin sinh sqrt std sum tan tanh variance"
  ).split(" "),
);
