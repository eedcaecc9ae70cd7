import { type Sentence, said } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { parseUrlTemplate } from "../../text/markdown/url-template.ts";
import { updateRealm } from "../realms/actions.ts";
import { InvalidNewPlayground, InvalidPlayground } from "./contract.ts";
import { playgroundsEvent } from "./events.ts";
import { deletePlayground, insertPlayground, type Playground, playgroundsOf } from "./store.ts";

type Content = Omit<Playground, "id">;

export async function addPlayground(ctx: Writing, sent: Content): Promise<number> {
  const { db, realm } = ctx;
  const playground: Content = {
    name: sent.name.trim(),
    pygments_language: sent.pygments_language.trim(),
    url_template: sent.url_template.trim(),
  };
  const errors = playgroundFaults(playground, await playgroundsOf(db, realm.id));
  if (Object.keys(errors).length > 0) throw new InvalidNewPlayground({ errors });
  await demandRoom(ctx, "playgrounds", { realm_id: realm.id });
  const id = await insertPlayground(db, realm.id, playground);
  record(ctx, "playground_added", { playground_id: id });
  await announcePlaygrounds(ctx);
  return id;
}

const LANGUAGE = /^[ a-zA-Z0-9_+,\-./#]*$/;
const EMPTY = said`This field cannot be blank.`;

/** By the parameter that is wrong; none if it can be beside the others. */
export function playgroundFaults(playground: Content, others: readonly Playground[]): Record<string, Sentence[]> {
  const { name, pygments_language, url_template } = playground;
  const found = {
    name: name === "" ? EMPTY : undefined,
    pygments_language: pygments_language === "" ? EMPTY : faultOfLanguage(pygments_language),
    url_template: faultOfTemplate(url_template),
    __all__: others.some(isSame(playground)) ? said`This language already has a playground with this name.` : undefined,
  };
  return Object.fromEntries(Object.entries(found).flatMap(([field, fault]) => (fault ? [[field, [fault]]] : [])));
}

const isSame = (a: Content) => (b: Content) => a.name === b.name && a.pygments_language === b.pygments_language;

const faultOfLanguage = (language: string) =>
  LANGUAGE.test(language) ? undefined : said`Invalid characters in pygments language`;

function faultOfTemplate(written: string): Sentence | undefined {
  const template = written === "" ? undefined : parseUrlTemplate(written);
  // Readers open it: only web pages, and nothing that would run in the client.
  if (!template || !/^https?:\/\/[^{/]/i.test(written)) return said`Invalid URL template.`;
  if (!template.variables.has("code")) return said`Missing the required variable "code" in the URL template`;
  return template.variables.size === 1
    ? undefined
    : said`"code" should be the only variable present in the URL template`;
}

export async function removePlayground(ctx: WriteContext, id: number): Promise<void> {
  const { db, realm } = ctx;
  const playground = (await playgroundsOf(db, realm.id)).find((each) => each.id === id);
  if (!playground) throw new InvalidPlayground();
  await deletePlayground(db, id);
  record(ctx, "playground_removed", { playground_id: id });
  // Otherwise code without a language would be offered to a removed playground.
  if (realm.settings.default_code_block_language === playground.pygments_language)
    await updateRealm(ctx, { default_code_block_language: "" });
  await announcePlaygrounds(ctx);
}

async function announcePlaygrounds(ctx: Writing): Promise<void> {
  append(ctx, playgroundsEvent({ realm_playgrounds: await playgroundsOf(ctx.db, ctx.realm.id) }), toEveryone);
}
