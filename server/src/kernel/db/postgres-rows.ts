/**
 * Rows as PostgreSQL sends them, read where they lie: most cells are numbers, and to make a string of each first takes
 * more than twice as long as all the rest.
 */
import pg from "pg";
import { Parser } from "pg-protocol/dist/parser.js";

const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const TEXT = 25;
const BOOL = 16;
const VARCHAR = 1043;
const NUMERIC = 1700;

const LETTER_T = 0x74;
const MINUS = 0x2d;
const ZERO = 0x30;
/** Any number with as many digits is exact. */
const MOST_DIGITS = 15;

/** Ids and counts fit in a double; as text they would compare differently than on SQLite. */
export const numericTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === INT8 || oid === NUMERIC) return Number;
    return pg.types.getTypeParser(oid, format as "text");
  },
};

export interface ReceivedField {
  readonly name: string;
  readonly dataTypeID: number;
}

type ReadCell = (bytes: Buffer, start: number, end: number) => unknown;

export interface ReceivedColumn {
  readonly name: string;
  readonly read: ReadCell;
}

const readText = (bytes: Buffer, start: number, end: number): string => bytes.toString("utf8", start, end);

function readInteger(bytes: Buffer, start: number, end: number): number {
  if (end - start > MOST_DIGITS) return Number(readText(bytes, start, end));
  const isNegative = bytes[start] === MINUS;
  let value = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at++) value = value * 10 + (bytes[at] as number) - ZERO;
  return isNegative ? -value : value;
}

const readBoolean: ReadCell = (bytes, start) => bytes[start] === LETTER_T;

const READERS = new Map<number, ReadCell>([
  ...[INT2, INT4, INT8].map((oid) => [oid, readInteger] as const),
  ...[TEXT, VARCHAR].map((oid) => [oid, readText] as const),
  [BOOL, readBoolean],
]);

export function columnOf({ name, dataTypeID }: ReceivedField): ReceivedColumn {
  const parse = numericTypes.getTypeParser(dataTypeID, "text") as (text: string) => unknown;
  return { name, read: READERS.get(dataTypeID) ?? ((bytes, start, end) => parse(readText(bytes, start, end))) };
}

/** The cells of one row, only until the next one is read. */
export class Cells {
  readonly name = "dataRow";
  length = 0;
  readonly #bytes: Buffer;
  /** Where their number is. */
  readonly #start: number;

  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes;
    this.#start = start;
  }

  rowOf(columns: readonly ReceivedColumn[]): Record<string, unknown> {
    const bytes = this.#bytes;
    if (bytes.readInt16BE(this.#start) !== columns.length)
      throw new Error("A row does not have the columns of its statement.");
    const row: Record<string, unknown> = {};
    let at = this.#start + 2;
    for (let n = 0; n < columns.length; n++) {
      const { name, read } = columns[n] as ReceivedColumn;
      const length = bytes.readInt32BE(at);
      at += 4;
      row[name] = length < 0 ? null : read(bytes, at, at + length);
      if (length > 0) at += length;
    }
    return row;
  }

  /** For `pg`'s own queries. */
  get fields(): (string | null)[] {
    const bytes = this.#bytes;
    const count = bytes.readInt16BE(this.#start);
    let at = this.#start + 2;
    return Array.from({ length: count }, () => {
      const length = bytes.readInt32BE(at);
      at += 4 + Math.max(0, length);
      return length < 0 ? null : readText(bytes, at - length, at);
    });
  }
}

const DATA_ROW = 0x44;

interface Message {
  readonly name: string;
}

/** What `pg` reads messages with. */
const MessageParser = Parser as unknown as new () => {
  parse(received: Buffer, onMessage: (message: Message) => void): void;
  handlePacket(start: number, code: number, length: number, bytes: Buffer): Message;
};

class RowParser extends MessageParser {
  override handlePacket(start: number, code: number, length: number, bytes: Buffer): Message {
    return code === DATA_ROW ? new Cells(bytes, start) : super.handlePacket(start, code, length, bytes);
  }
}

interface ListeningConnection {
  attachListeners(stream: NodeJS.ReadableStream): void;
  emit(name: string, message: Message): void;
}

/** A client whose statements get `Cells`. */
export class RowClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const connection = this.connection as unknown as ListeningConnection;
    connection.attachListeners = (stream) => {
      const parser = new RowParser();
      const pass = (message: Message) =>
        connection.emit(message.name === "error" ? "errorMessage" : message.name, message);
      stream.on("data", (received: Buffer) => parser.parse(received, pass));
    };
  }
}
