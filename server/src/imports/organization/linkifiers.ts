/** Linkifiers of an archive. One here with the same pattern is kept: a pattern has one meaning. */
import { limitOf } from "../../kernel/limits/room.ts";
import { addLinkifier } from "../../organization/linkifiers/actions.ts";
import { addLinkifier as operation } from "../../organization/linkifiers/contract.ts";
import { linkifiersOf } from "../../organization/linkifiers/store.ts";
import { linkifierFaults } from "../../text/markdown/linkifiers.ts";
import type { LinkifierRecord } from "../records.ts";
import { accepted, NO_ROOM, type OrganizationPart } from "./parts.ts";

export const linkifierPart: OrganizationPart<LinkifierRecord> = {
  kind: "linkifier",
  counted: "linkifiers",
  what: "linkifiers",

  async fault({ app, db, realm }, record, planned) {
    const content = contentOf(record);
    if (!content) return "the pattern or the URL is not one that a linkifier can have here";
    const known = await linkifiersOf(db, realm.id);
    const same = known.find(({ pattern }) => pattern === content.pattern);
    if (same) return same.url_template === content.url_template ? undefined : "there is another one with this pattern";
    return known.length + planned < limitOf(app, "linkifiers") ? undefined : NO_ROOM;
  },

  async store(ctx, _around, record) {
    const content = contentOf(record);
    if (!content) throw new Error("It has a fault.");
    const known = await linkifiersOf(ctx.db, ctx.realm.id);
    const same = known.find(
      ({ pattern, url_template }) => pattern === content.pattern && url_template === content.url_template,
    );
    return same?.id ?? addLinkifier(ctx, content);
  },
};

/** Undefined if the API would refuse it. */
function contentOf({ pattern: sent, urlTemplate }: LinkifierRecord) {
  const pattern = accepted(operation.params.pattern, sent)?.trim();
  const url_template = accepted(operation.params.url_template, urlTemplate)?.trim();
  if (pattern === undefined || url_template === undefined) return undefined;
  const content = { pattern, url_template };
  return Object.keys(linkifierFaults(content)).length === 0 ? content : undefined;
}
