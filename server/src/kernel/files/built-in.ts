/** Pictures that come with the server, at addresses that never show anything else. */
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { demand } from "../api/index.ts";
import type { FileAddress } from "../http/files.ts";
import { FileNotFound } from "./errors.ts";

/** `files` are PNGs by their names in addresses. */
export function builtInPictures(prefix: string, files: Readonly<Record<string, URL>>): FileAddress {
  const contents = new Map(Object.entries(files).map(([name, file]) => [name, readFileSync(file)]));
  return {
    prefix,
    async find(_ctx, name) {
      const content = contents.get(name);
      demand(content !== undefined, new FileNotFound());
      return {
        tag: name,
        size: content.length,
        contentType: "image/png",
        name,
        isShown: true,
        countedAs: undefined,
        read: async (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
      };
    },
  };
}
