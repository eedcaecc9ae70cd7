/**
 * Serves images and recordings from other sites, so that readers stay unknown to the sites that messages link to. Only
 * URLs signed by the server are fetched, for everyone who could read the message: people with an account, and visitors
 * if the organization allows them.
 */
import { Readable } from "node:stream";
import { admitsVisitors } from "../../kernel/access/visitors.ts";
import { ApiError, demand, said } from "../../kernel/api/index.ts";
import type { OpenContext } from "../../kernel/context.ts";
import { NotLoggedIn } from "../../kernel/http/authenticate.ts";
import type { FileAddress, PassedOn, ServedFile } from "../../kernel/http/files.ts";
import { PREFIX, signedUrl } from "./address.ts";
import { type ContentReader, externalContent, type Picture, type Recording } from "./content.ts";

const NotThere = () => new ApiError(said`Not found`, { status: 404 });

export const externalAddresses: readonly FileAddress[] = [
  {
    prefix: PREFIX,
    async find(ctx, rest, isGone) {
      const { app, db, realm, user } = ctx;
      demand(user !== undefined || (await admitsVisitors(app, db, realm)), new NotLoggedIn());
      const url = app.config.mediaProxy ? signedUrl(app, rest) : undefined;
      if (url === undefined) throw NotThere();
      const reader = { name: user ? `${user.id}` : ctx.ip, isGone };
      app.limits.admit(reader.name, "external_content_by_reader");
      const found = await externalContent.of(app).find(url, reader);
      if (!found) throw NotThere();
      return found.is === "picture" ? shown(ctx, rest, found) : passedOn(ctx, { rest, url, recording: found, reader });
    },
  },
];

/** Visitors are rate-limited like for files. */
const countedAs = ({ user, realm }: OpenContext, rest: string): string | undefined =>
  user ? undefined : `external ${realm.id} ${rest}`;

function shown(ctx: OpenContext, rest: string, { contentType, bytes, tag }: Picture): ServedFile {
  return {
    tag,
    size: bytes.length,
    contentType,
    name: `picture.${contentType.slice("image/".length)}`,
    isShown: true,
    isForeign: true,
    countedAs: countedAs(ctx, rest),
    read: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  };
}

function passedOn(
  ctx: OpenContext,
  { rest, url, recording, reader }: { rest: string; url: string; recording: Recording; reader: ContentReader },
): PassedOn {
  return {
    contentType: recording.contentType,
    name: `recording.${recording.contentType.replace(/^.*\/(?:x-)?/, "")}`,
    countedAs: countedAs(ctx, rest),
    async pass(range) {
      const passage = await externalContent.of(ctx.app).passOn(url, recording, { range, reader });
      if (!passage) throw NotThere();
      return passage;
    },
  };
}
