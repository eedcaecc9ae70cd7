/** Serves uploaded files. */
import { demand } from "../../kernel/api/index.ts";
import type { OpenContext } from "../../kernel/context.ts";
import { SlowImage } from "../../kernel/files/broken-images.ts";
import { FileNotFound } from "../../kernel/files/errors.ts";
import { formatNamed } from "../../kernel/files/formats.ts";
import { isShownInPlace } from "../../kernel/files/names.ts";
import type { FileAddress, ServedFile } from "../../kernel/http/files.ts";
import type { ByteRange } from "../../kernel/storage/storage.ts";
import { fileFor } from "./access.ts";
import { FileNotAllowed, InvalidToken, ThumbnailLate } from "./contract.ts";
import { type Attachment, attachmentsAt } from "./store.ts";
import { pathIdFrom } from "./temporary.ts";
import { fileKey, thumbnailKey, thumbnailSize } from "./thumbnails.ts";

const PREFIX = "/user_uploads/";

export const uploadAddresses: readonly FileAddress[] = [
  { prefix: PREFIX, find: async (ctx, rest) => original(ctx, await fileFor(ctx, rest)) },

  {
    prefix: `${PREFIX}download/`,
    find: async (ctx, rest) => ({ ...original(ctx, await fileFor(ctx, rest)), isShown: false }),
  },

  {
    prefix: `${PREFIX}thumbnail/`,
    find: async (ctx, rest) => {
      const [, pathId = "", name = ""] = /^(.*)\/([^/]+)$/s.exec(rest) ?? [];
      return thumbnail(ctx, await fileFor(ctx, pathId), name);
    },
  },

  {
    // How older clients asked for a smaller image of an upload. Like the reference, it gives them the file itself.
    prefix: "/thumbnail",
    parameters: ["url", "size"],
    find: async (ctx, url) => {
      const [, pathId] = /^\/?user_uploads\/(\d+\/.+)$/s.exec(url) ?? [];
      if (pathId === undefined) throw new FileNotAllowed();
      return original(ctx, await fileFor(ctx, pathId));
    },
  },

  {
    prefix: `${PREFIX}temporary/`,
    find: async (ctx, rest) => {
      const [, token, name] = /^([^/]+)\/([^/]+)$/s.exec(rest) ?? [];
      if (token === undefined || name === undefined) throw new InvalidToken();
      const [file] = await attachmentsAt(ctx.db, ctx.realm.id, [pathIdFrom(ctx.app, token, name)]);
      if (!file) throw new FileNotFound();
      return { ...original(ctx, file), countedAs: undefined };
    },
  },
];

function original(ctx: OpenContext, file: Attachment): ServedFile {
  return {
    tag: `${file.id}`,
    size: file.size,
    contentType: file.content_type,
    name: file.file_name,
    isShown: isShownInPlace(file.content_type),
    countedAs: ctx.user ? undefined : file.path_id,
    read: reading(ctx, fileKey(file.path_id)),
  };
}

async function thumbnail(ctx: OpenContext, file: Attachment, name: string): Promise<ServedFile> {
  const { path_id, image } = file;
  if (!image) throw new FileNotFound();
  const format = formatNamed(name, image);
  demand(format !== undefined, new FileNotFound());
  const size = await thumbnailSize(ctx.app, { path_id, image }, format).catch((error: unknown) => {
    throw error instanceof SlowImage ? new ThumbnailLate() : error;
  });
  demand(size !== undefined, new FileNotFound());
  return {
    tag: `${file.id}-${format.name}`,
    size,
    contentType: `image/${format.format}`,
    name: format.name,
    isShown: true,
    countedAs: ctx.user ? undefined : path_id,
    read: reading(ctx, thumbnailKey(path_id, format.name)),
  };
}

function reading({ app }: OpenContext, key: string): ServedFile["read"] {
  return async (range?: ByteRange) => {
    const content = await app.storage.read(key, range);
    if (!content) throw new FileNotFound();
    return content;
  };
}
