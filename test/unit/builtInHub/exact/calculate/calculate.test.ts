import assert from "node:assert/strict";
import fc from "fast-check";
import { attach } from "../../hubUnderTest";
import { resultOf } from "../readings";

/** Spellings of one question, and the result that they all have. */
const spellings: readonly (readonly [result: string, ...questions: string[]])[] = [
  [
    "12.5 MB/s",
    "100 mbps to MB/s",
    "100 Mbps in MB/s",
    "100 Mbit/s to MB/s",
    "what is 100 mbps in MBps?",
    "convert 100 megabits per second to megabytes per second",
  ],
  [
    "37 °C",
    "98.6 f to c",
    "98.6 F in C",
    "98.6°F to °C",
    "98.6 °F in celsius",
    "98.6 degrees fahrenheit to celsius",
    "98.6 degF to degC",
  ],
  [
    "150 min",
    "2h30m in minutes",
    "2h 30min in minutes",
    "2 h 30 min to min",
    "2 hours 30 minutes in minutes",
    "2 hours and 30 minutes in minutes",
    "2.5 hours to minutes",
    "how many minutes are in 2h30m?",
  ],
  [
    "242",
    "200 + 10% + 10%",
    "200+10%+10%",
    "200 plus 10% plus 10%",
    "200 + 10 percent + 10 percent",
    "What is 200 + 10% + 10%?",
    "calculate 200 + 10% + 10%",
  ],
  [
    "37.4985",
    "15% of 249.99",
    "15 % of 249.99",
    "15 percent of 249.99",
    "what's 15% of 249.99",
    "please compute 15% of 249.99",
    "15%  of  249.99 =",
  ],
  ["40", "20% off 50", "20 percent off 50", "what is 20% off 50?"],
  ["2", "17 mod 5", "17 MOD 5", "(17) mod (5)"],
  [
    "180.34 cm",
    "5 ft 11 in in cm",
    "5ft11in to cm",
    "5 feet 11 inches in centimeters",
    "how many cm are in 5 ft 11 in",
  ],
  ["0.75", "3/4", "3 / 4", "3 ÷ 4", "3 divided by 4"].slice(0, 5) as [string, ...string[]],
  ["75%", "3/4 as a percentage", "3/4 in percent", "0.75 to %"],
  ["3", "1,5 * 2", "1,5 × 2", "1,5 times 2", "1.5 * 2", "1.5 x 2"],
  [
    "1000",
    "2 * 500",
    "2 × 500",
    "2 · 500",
    "4,000 / 4",
    "2 multiplied by 500",
    "10^3",
    "10**3",
    "10³",
    "10 cubed",
    "1_000 * 1",
  ],
  ["0xFF", "255 in hex", "255 to hexadecimal", "0b11111111 in hex"],
  ["96.56064 km/h", "60 mph in km/h", "60 mph to kph", "60 miles per hour in km/h"],
  [
    "240 s",
    "3 GB / (100 mbps)",
    "3 gb / (100 Mbps) in seconds".replace("gb", "GB"),
    "24 Gbit / 100 Mbit/s in s",
  ],
];

/** Percentages, units and numbers as books of arithmetic have them. */
const arithmetic: readonly (readonly [string, string])[] = [
  ["10% + 5%", "0.15"],
  ["100 * 5% + 20", "25"],
  ["80 - 25% + 10", "70"],
  ["1000 + 19% - 100", "1090"],
  ["120 - 15% - 10%", "91.8"],
  ["49.99 + 19%", "59.4881"],
  ["2 GB + 10%", "2.2 GB"],
  ["0.1 + 0.2", "0.3"],
  ["1/3 * 3", "1"],
  ["2^64 - 1", "18446744073709551615"],
  ["-2^2", "-4"],
  ["2^3^2", "512"],
  ["2 + 3 * 4", "14"],
  ["1 - 2 - 3", "-4"],
  ["64 / 4 / 2", "8"],
  ["20!", "2432902008176640000"],
  ["sqrt(1.44)", "1.2"],
  ["100 km / 2 h", "50 km/h"],
  ["100 km/h * 30 min", "50 km"],
  ["100 km / 5 m/s in s", "20000 s"],
  ["9.81 m/s^2 * 10 kg in N", "98.1 N"],
  ["3000 mAh * 3.7 V in Wh", "11.1 Wh"],
  ["-40 C to F", "-40 °F"],
  ["0 K to C", "-273.15 °C"],
  ["1 GiB in bytes", "1073741824 bytes"],
  ["1 GB in MiB", "953.67431640625 MiB"],
  ["1 mi in km", "1.609344 km"],
  ["10 square feet in square meters", "0.9290304 m^2"],
  ["135 minutes in hours and minutes", "2 h 15 min"],
  ["1.234,56 * 2", "2469.12"],
  ["1 kb in bytes", "1000 bytes  (kb as kB)\n125 bytes  (kb as kbit)"],
  ["8 Mb/s in MB/s", "1 MB/s  (Mb as Mbit)\n8 MB/s  (Mb as MB)"],
  ["500 mb in gb", "0.5 GB"],
  ["1/2 cup in ml", "118.29411825 ml"],
  ["3/4 inch in mm", "19.05 mm"],
  ["sin(30 deg)", "0.5"],
  ["sin(180 deg)", "0"],
  ["cos(60°)", "0.5"],
  ["tan(45 deg)", "1"],
  ["cos(3.14159265358979 rad)", "-1"],
  ["asin(0.5) to deg", "30 deg"],
  ["acos(0.5) to deg", "60 deg"],
  ["atan(1) to deg", "45 deg"],
  ["exp(ln(2))", "2"],
  ["log2(1024)", "10"],
  ["log10(0.001)", "-3"],
  ["10 ^ log10(20) / 10", "2"],
  ["sum(1.5, 2, -1)", "2.5"],
  ["mean(1, 2)", "1.5"],
  ["median(7, 1, 3)", "3"],
  ["median(4, 1, 3, 2)", "2.5"],
  ["min(3, -1/3, 2) * 3", "-1"],
  ["max(1/3, 0.3, -1) * 3", "1"],
  ["variance(2, 4, 4, 4, 5, 5, 7, 9) * 7", "32"],
  ["std(1, 3, 5)", "2"],
];

const refused = [
  "1/0",
  "0/0",
  "5 mod 0",
  "-7 mod 3",
  "7 % 3",
  "0^0",
  "sqrt(-1)",
  "2(3+4)",
  "6/2(1+2)",
  "sin(30)",
  "2pi",
  "5% + 100",
  "10% of 50%",
  "15% of 80 + 5%",
  "50 / 10% of 5",
  "20% off 50 + 10",
  "(10% + 5%) + 100",
  "10-15%",
  "1,5 + 1,500",
  "1,5 + 1.5",
  "1 500 + 2",
  "1.000.000 / 4",
  "max(1,500, 2)",
  "$100 * 2",
  "100 USD in EUR",
  "100 € + 20 €",
  "5 km + 3 kg",
  "30 m in seconds",
  "20 C + 5 C",
  "2 * 20 C",
  "-300 C to F",
  "1 year in days",
  "2 months in weeks",
  "1 ton in kg",
  "100 mw in W",
  "5 apples + 3 apples",
  "6'2\" in cm",
  "11/2026",
  "555-1234",
  "192.168.1.0/24",
  "0 9 * * 1-5",
  "rgb(255, 99, 71) to hex",
  "1e21 + 1 exactly",
  "2 + 2 = 5",
  "2 + 2; 3 + 3",
  "2 + 2 and 3 + 3",
  "2 + 2 then 3",
  "2 + 3 * 4 rounded",
  "42",
  "0xFF",
  "20 GB",
  "2h30m",
  "1 h 1 h in minutes",
  "(2 + 3",
  "2 +",
  "1.2.3 + 1",
  "9^9^9",
  "1010 in decimal",
  "007 + 1",
  "download 3 GB at 100 mbps",
  "log(100)",
  "mean 1, 2",
  "std(1)",
  "tan(90 deg)",
  "ln(0)",
  "asin(2)",
  "sin(1, 2)",
  "sin(30 deg, 1)",
  "mean(1 m, 2 m)",
  "sqrt(4, 9)",
  "median()",
  "5 m in",
  "100 / 5 m/s",
  "2 * 3/4 inch",
  "1 Mm in km",
  "1/2 m",
];

interface Decimal {
  readonly whole: number;
  readonly places: number;
}

const written = ({ whole, places }: Decimal) => `${whole}.${String(places).padStart(2, "0")}`;
const hundredths = ({ whole, places }: Decimal) => BigInt(whole * 100 + places);

describe("calculating without a model", () => {
  for (const [result, ...questions] of spellings)
    it(`X1 answers ${questions[0]} in every spelling`, async () => {
      for (const question of questions) assert.equal(await resultOf(question), result, question);
    });

  it("X4 is right about percentages, units and long numbers", async () => {
    for (const [question, result] of arithmetic)
      assert.equal(await resultOf(question), result, question);
  });

  it("X2 refuses what it does not understand to the last word", async () => {
    for (const question of refused) assert.equal(await resultOf(question), undefined, question);
  });

  it("X4 adds, subtracts, multiplies and divides decimals exactly", async () => {
    const part = fc.record({
      whole: fc.integer({ min: 0, max: 999 }),
      places: fc.integer({ min: 0, max: 99 }),
    });
    await fc.assert(
      fc.asyncProperty(part, part, fc.constantFrom("+", "-", "*"), async (a, b, mark) => {
        const [x, y] = [hundredths(a), hundredths(b)];
        const scaled = mark === "+" ? (x + y) * 100n : mark === "-" ? (x - y) * 100n : x * y;
        const digits = String(scaled < 0n ? -scaled : scaled).padStart(5, "0");
        const fraction = digits.slice(-4).replace(/0+$/, "");
        const expected = `${scaled < 0n ? "-" : ""}${digits.slice(0, -4)}${fraction === "" ? "" : `.${fraction}`}`;
        assert.equal(await resultOf(`${written(a)} ${mark} ${written(b)}`), expected);
      }),
    );
  });

  it("X4 converts there and back", async () => {
    const units = ["mm", "cm", "m", "km", "in", "ft", "yd", "mi"];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9999 }),
        fc.constantFrom(...units),
        fc.constantFrom(...units),
        async (number, from, to) => {
          const there = await resultOf(`${number} ${from} to ${to}`);
          const back = await resultOf(`${there} to ${from}`);
          assert.ok(Math.abs(Number(back?.split(" ")[0]) / number - 1) < 1e-12, `${there} ${back}`);
        },
      ),
    );
  });

  const csv = "name,price,quantity\ntea,3,10\ncake,4.5,2\npie,6,1";
  it("X1 measures a named column, or the only one", async () => {
    for (const [words, result] of [
      ["average price", "4.5"],
      ["mean of the price column", "4.5"],
      ["the median of quantity", "2"],
      ["sum of price", "13.5"],
      ["maximum of price", "6"],
      ["min quantity", "1"],
    ] as const)
      assert.equal(await resultOf(attach(words, csv, "csv")), result, words);
    assert.equal(await resultOf(attach("sum these numbers", "1\n-2.5\n\n3")), "1.5");
  });

  it("X2 refuses a measure of anything else", async () => {
    for (const words of [
      "average",
      "average of prices",
      "sum",
      "total price",
      "average price per item",
      "average price and quantity",
    ])
      assert.equal(await resultOf(attach(words, csv, "csv")), undefined, words);
    assert.equal(await resultOf(attach("average price", csv, "python")), undefined);
    assert.equal(await resultOf(attach("sum of price", "name,price\ntea,$3")), undefined);
    assert.equal(await resultOf(attach("sum of price", "name,price\ntea,")), undefined);
    assert.equal(await resultOf(attach("sum of price", "name,price\ntea,1,200")), undefined);
  });
});
