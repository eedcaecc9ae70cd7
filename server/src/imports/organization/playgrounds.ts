/** Code playgrounds of an archive. */
import { limitOf } from "../../kernel/limits/room.ts";
import { addPlayground, playgroundFaults } from "../../organization/playgrounds/actions.ts";
import { addPlayground as operation } from "../../organization/playgrounds/contract.ts";
import { type Playground, playgroundsOf } from "../../organization/playgrounds/store.ts";
import { shortenedTo, suffixOf } from "../names.ts";
import type { PlaygroundRecord } from "../records.ts";
import type { Origin } from "../store.ts";
import { accepted, NO_ROOM, type OrganizationPart } from "./parts.ts";

export const playgroundPart: OrganizationPart<PlaygroundRecord> = {
  kind: "playground",
  counted: "playgrounds",
  what: "playgrounds",

  async fault({ app, db, realm }, record, planned) {
    const content = contentOf(record);
    if (!content) return "the name, language or URL is not one that a playground can have here";
    const known = await playgroundsOf(db, realm.id);
    if (known.some(isEqualTo(content))) return undefined;
    return known.length + planned < limitOf(app, "playgrounds") ? undefined : NO_ROOM;
  },

  async store(ctx, { origin }, record) {
    const content = contentOf(record);
    if (!content) throw new Error("It has a fault.");
    const known = await playgroundsOf(ctx.db, ctx.realm.id);
    return known.find(isEqualTo(content))?.id ?? addPlayground(ctx, named(content, known, origin));
  },
};

type Content = Omit<Playground, "id">;

const isEqualTo = (content: Content) => (other: Content) =>
  other.name === content.name &&
  other.pygments_language === content.pygments_language &&
  other.url_template === content.url_template;

/** Another one of the language may have the name. */
function named(content: Content, known: readonly Playground[], origin: Origin): Content {
  for (let count = 1; ; count++) {
    const suffix = suffixOf(origin, count);
    const name = `${shortenedTo(content.name, LONGEST_NAME - suffix.length)}${suffix}`;
    const isTaken = known.some((other) => other.name === name && other.pygments_language === content.pygments_language);
    if (!isTaken) return { ...content, name };
  }
}

/** As long as every name may be. */
const LONGEST_NAME = 60;

/** Undefined if the API would refuse it. */
function contentOf(record: PlaygroundRecord): Content | undefined {
  const { name, pygments_language, url_template } = operation.params;
  const content = {
    name: accepted(name, record.name)?.trim(),
    pygments_language: accepted(pygments_language, record.language)?.trim(),
    url_template: accepted(url_template, record.urlTemplate)?.trim(),
  };
  if (Object.values(content).includes(undefined)) return undefined;
  return Object.keys(playgroundFaults(content as Content, [])).length === 0 ? (content as Content) : undefined;
}
