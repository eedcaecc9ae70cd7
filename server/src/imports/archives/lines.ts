/** Lines of a stream of any length. Only a line feed ends a line: texts may contain other line separators. */
import type { Readable } from "node:stream";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { type Fields, isFields } from "../json.ts";
import { ARCHIVE_LIMITS } from "../limits.ts";

export async function* textLines(stream: Readable, longest: number = ARCHIVE_LIMITS.lineBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const lines = decoder.decode(chunk as Buffer, { stream: true }).split("\n");
    for (const [index, line] of lines.entries()) {
      length += line.length;
      if (length > longest) throw new DamagedFile("The archive is damaged: a line is too long.");
      parts.push(line);
      if (index === lines.length - 1) continue;
      yield parts.join("");
      [parts, length] = [[], 0];
    }
  }
  yield parts.join("");
}

/** The JSON object in a line; undefined if it has none. */
export function fieldsInLine(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
