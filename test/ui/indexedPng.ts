import { crc32, deflateSync } from "node:zlib";

/** Pixels as red, green, blue and opacity, a byte each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const indexedColour = 3;
const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** The opaque picture as a PNG with at most this many colours. */
export function indexedPng({ width, height, data }: Pixels, colours: number): Buffer {
  const counts = new Map<number, number>();
  const at = (pixel: number) =>
    (data[pixel * 4]! << 16) | (data[pixel * 4 + 1]! << 8) | data[pixel * 4 + 2]!;
  for (let pixel = 0; pixel < width * height; pixel++)
    counts.set(at(pixel), (counts.get(at(pixel)) ?? 0) + 1);
  const palette = paletteOf(counts, colours);
  const indexes = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    // Each row begins with its filter, which is none.
    const place = pixel + Math.floor(pixel / width) + 1;
    rows[place] = indexes.get(at(pixel))!;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, indexedColour], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(partsOf))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Frequent colours that differ: each next one is what the others show worst. */
function paletteOf(counts: ReadonlyMap<number, number>, size: number): number[] {
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a)[0]!;
  const palette = [first];
  const errors = new Map([...counts.keys()].map((colour) => [colour, distance(colour, first)]));
  while (palette.length < Math.min(size, counts.size)) {
    let [worst, most] = [first, -1];
    for (const [colour, error] of errors) {
      const weight = error * Math.sqrt(counts.get(colour)!);
      if (weight > most) [worst, most] = [colour, weight];
    }
    palette.push(worst);
    for (const [colour, error] of errors)
      errors.set(colour, Math.min(error, distance(colour, worst)));
  }
  return palette;
}

function nearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((each) => distance(each, colour));
  return distances.indexOf(Math.min(...distances));
}

const partsOf = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255];

function distance(one: number, other: number): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a.reduce((sum, part, index) => sum + (part - b[index]!) ** 2, 0);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
