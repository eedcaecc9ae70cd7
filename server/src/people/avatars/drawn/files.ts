/** Serves drawn pictures. They show nothing that their URL does not say, so anyone can open any of them. */
import { Readable } from "node:stream";
import { demand } from "../../../kernel/api/index.ts";
import { FileNotFound } from "../../../kernel/files/errors.ts";
import type { FileAddress } from "../../../kernel/http/files.ts";
import { DRAWN_PREFIX, drawnPictureAt } from "./address.ts";
import { drawnPng } from "./draw.ts";

export const drawnAddresses: FileAddress = {
  prefix: DRAWN_PREFIX,
  async find({ ip }, rest) {
    const picture = drawnPictureAt(rest);
    demand(picture !== undefined, new FileNotFound());
    const content = await drawnPng(picture, { ip });
    return {
      tag: rest,
      size: content.length,
      contentType: "image/png",
      name: rest,
      isShown: true,
      countedAs: undefined,
      read: async (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
    };
  },
};
