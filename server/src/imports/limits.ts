/** Limits for archives, which anyone may have made (decision 105). Each is far above what the programs write. */

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

export const ARCHIVE_LIMITS = {
  /** Files in an archive. */
  entries: 5_000_000,
  /** The list of a zip file's entries is read as a whole. */
  directoryBytes: 512 * MIB,
  /** The length of a path in an archive. */
  pathBytes: 1024,
  /** A JSON file, which is parsed as a whole: a day of a channel, or everyone. */
  jsonBytes: 256 * MIB,
  /** A line of a file with a JSON value in each. */
  lineBytes: 16 * MIB,
  /** What a compressed file may grow to, as a multiple of its size: more than text compresses to. */
  expansion: 200,
  /** Below this size an entry may grow by any factor. */
  freeBytes: 16 * MIB,
  /** What the files of an archive, unpacked and sorted, may have on the disk. */
  workBytes: 1024 * GIB,
  /** What stays free on the disk, as the doctor wants it. */
  reservedBytes: 512 * MIB,
} as const;

/** For an archive that an owner has uploaded: as a multiple of the largest that may be. */
export const UPLOADED_EXPANSION = 32;

/** In one channel, or in one direct conversation. */
export const MAX_PEOPLE_IN_CHANNEL = 100_000;
export const MAX_PEOPLE_IN_CONVERSATION = 1000;
/** In each list of what one person has chosen; a person may be subscribed to more channels than that. */
export const MAX_PERSONAL_ENTRIES = 10_000;
export const MAX_SUBSCRIPTIONS = 20_000;
/** Of everything that one person has chosen. */
export const MAX_PERSONAL_CHARACTERS = 4 * MIB;
/** Directly in a group. */
export const MAX_SUBGROUPS = 1000;
export const MAX_CHANNELS_IN_FOLDER = 20_000;
/** Whom a permission names one by one. */
export const MAX_PEOPLE_OF_PERMISSION = 1000;
/** For one message. */
export const MAX_FILES_OF_MESSAGE = 100;
export const MAX_REACTIONS_TO_MESSAGE = 5000;
export const MAX_EDITS_OF_MESSAGE = 100;
/** Of a poll or list, with all votes and tasks; ten thousand votes have half of it. */
export const MAX_ENTRY_CHARACTERS_OF_MESSAGE = 1024 * 1024;
/** The longest text of another program; longer ones are cut into several messages. */
export const MAX_TEXT_LENGTH = 400_000;
