/** The URLs of pictures. Anyone with the URL can open it. */
import { demand } from "../../kernel/api/index.ts";
import { FileNotFound } from "../../kernel/files/errors.ts";
import type { FileAddress } from "../../kernel/http/files.ts";
import { keyAt, PICTURES_PREFIX } from "./store.ts";

export const pictureAddresses: readonly FileAddress[] = [
  {
    prefix: PICTURES_PREFIX,
    async find({ app, realm }, rest) {
      const key = keyAt(realm.id, rest);
      demand(key !== undefined, new FileNotFound());
      const size = await app.storage.size(key);
      demand(size !== undefined, new FileNotFound());
      return {
        tag: rest,
        size,
        contentType: "image/png",
        name: rest.slice(rest.lastIndexOf("/") + 1),
        isShown: true,
        countedAs: undefined,
        async read(range) {
          const content = await app.storage.read(key, range);
          if (!content) throw new FileNotFound();
          return content;
        },
      };
    },
  },
];
