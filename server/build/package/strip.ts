/**
 * Removes from an ELF executable what is never loaded: the names of functions and the data for debuggers, a fifth of Node.
 * Written here because the `strip` of a machine knows its own platform only, and because every machine then makes the same archive.
 *
 * Only the end of the file is cut off. What the loader maps into memory, the program headers describe, and it stays as it is; so do the
 * dynamic symbols, with which native modules and reports of crashes find functions.
 */
const MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const IS_64_BIT = 2;
const IS_LITTLE_ENDIAN = 1;
const ALIGNMENT = 8;
/** The type of a section that takes no room in the file, and the flag of those that are loaded. */
const NO_BITS = 8;
const ALLOCATED = 2n;

/** Throws if the file is not built as expected: then nothing is known about what can be left out. */
export function withoutSymbols(file: Buffer): Buffer {
  if (!file.subarray(0, 4).equals(MAGIC) || file[4] !== IS_64_BIT || file[5] !== IS_LITTLE_ENDIAN)
    throw new Error("This is not an ELF file of 64 bits.");
  const sections = sectionsOf(file);
  const names = sections[file.readUInt16LE(0x3e)];
  const loaded = sections.findLastIndex(({ isLoaded }) => isLoaded) + 1;
  // The first one is empty. Sections refer to each other by their numbers, which must not change.
  if (!names || names.isLoaded || loaded < 2 || sections.slice(1, loaded).some(({ isLoaded }) => !isLoaded))
    throw new Error("This ELF file has sections that are loaded after others that are not.");

  const parts = [...segmentsOf(file), ...sections.slice(1, loaded)];
  const end = aligned(Math.max(...parts.map((part) => part.end)));
  const kept = Buffer.concat([file.subarray(0, end), Buffer.alloc(Math.max(0, end - file.length))]);
  const nameBytes = Buffer.alloc(aligned(names.end - names.start));
  file.copy(nameBytes, 0, names.start, names.end);
  const nameHeader = Buffer.from(names.header);
  nameHeader.writeBigUInt64LE(BigInt(end), 0x18);
  kept.writeBigUInt64LE(BigInt(end + nameBytes.length), 0x28);
  kept.writeUInt16LE(loaded + 1, 0x3c);
  kept.writeUInt16LE(loaded, 0x3e);
  return Buffer.concat([kept, nameBytes, ...sections.slice(0, loaded).map(({ header }) => header), nameHeader]);
}

interface Section {
  readonly header: Buffer;
  readonly isLoaded: boolean;
  readonly start: number;
  readonly end: number;
}

function sectionsOf(file: Buffer): Section[] {
  return table(file, { offset: 0x28, entryBytes: 0x3a, count: 0x3c }).map((header) => {
    const start = Number(header.readBigUInt64LE(0x18));
    const size = header.readUInt32LE(4) === NO_BITS ? 0 : Number(header.readBigUInt64LE(0x20));
    return { header, isLoaded: (header.readBigUInt64LE(8) & ALLOCATED) !== 0n, start, end: start + size };
  });
}

/** The parts that are mapped into memory. */
export function segmentsOf(file: Buffer): { start: number; end: number }[] {
  return table(file, { offset: 0x20, entryBytes: 0x36, count: 0x38 }).map((header) => {
    const start = Number(header.readBigUInt64LE(8));
    return { start, end: start + Number(header.readBigUInt64LE(0x20)) };
  });
}

/** The entries of a table, from where the file's header says what there is of it. */
function table(file: Buffer, at: { offset: number; entryBytes: number; count: number }): Buffer[] {
  const offset = Number(file.readBigUInt64LE(at.offset));
  const size = file.readUInt16LE(at.entryBytes);
  return Array.from({ length: file.readUInt16LE(at.count) }, (_, index) =>
    file.subarray(offset + index * size, offset + (index + 1) * size),
  );
}

const aligned = (size: number): number => Math.ceil(size / ALIGNMENT) * ALIGNMENT;
