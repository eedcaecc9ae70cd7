/**
 * Pictures of pages are shown through the server: whoever reads a message is not known to those whom it links to. Only
 * addresses that the server itself has written are fetched; their hash proves it.
 */
import { timingSafeEqual } from "node:crypto";
import { Readable } from "node:stream";
import { ApiError } from "../api/index.ts";
import type { App } from "../context.ts";
import type { FileAddress } from "../http/files.ts";

const PREFIX = "/external_content/";

const hashOf = ({ secrets }: App, url: string): string => secrets.keyedHash("external content", url);

/** Where the server shows a picture that is somewhere else. */
export const pictureAddress = (app: App, url: string): string =>
  `${PREFIX}${hashOf(app, url)}/${Buffer.from(url).toString("hex")}`;

export const externalPictures: readonly FileAddress[] = [
  {
    prefix: PREFIX,
    async find({ app, user, realm }, rest) {
      const [, hash = "", hex = ""] = /^([\w-]{43})\/((?:[0-9a-f]{2}){1,2000})$/.exec(rest) ?? [];
      const url = Buffer.from(hex, "hex").toString();
      const isOurs = hash !== "" && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(app, url)));
      const picture = isOurs ? await app.pages.picture(url) : undefined;
      if (!picture) throw new ApiError("Not found", { status: 404 });
      const { contentType, bytes } = picture;
      return {
        tag: hash,
        size: bytes.length,
        contentType,
        name: `picture.${contentType.slice("image/".length)}`,
        isShown: true,
        countedAs: user ? undefined : `external ${realm.id} ${hash}`,
        read: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
      };
    },
  },
];
