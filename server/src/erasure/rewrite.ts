/** Takes a person's name out of what the server wrote: rendered mentions, and mentions in its own texts. */
import { type Expression, type SqlBool, sql } from "kysely";
import type { UserId } from "../kernel/api/ids.ts";
import type { Realm } from "../kernel/context.ts";
import { text } from "../text/markdown/html.ts";
import { noticesIn } from "../text/notices/texts/index.ts";

export interface NameRewriter {
  /** HTML, in which a mention carries the user's id. */
  html(rendered: string): string;
  /** Markdown that the server composed, in which it names people with their ids. */
  markdown(source: string): string;
}

export function rewriterFor(realm: Realm, userIds: readonly UserId[]): NameRewriter {
  const name = noticesIn(realm.settings.default_language).deletedUser;
  const ids = userIds.join("|");
  const mention = new RegExp(`(<span class="user-mention[^"]*" data-user-id="(?:${ids})">)(@?)[^<]*(?=</span>)`, "g");
  const written = new RegExp(`(@_?\\*\\*)[^*|\\n]*(?=\\|(?:${ids})\\*\\*)`, "g");
  return {
    html: (rendered) => rendered.replace(mention, (_all, tag: string, sign: string) => `${tag}${sign}${text(name)}`),
    markdown: (source) => source.replace(written, (_all, opening: string) => `${opening}${name}`),
  };
}

/** Whether a column with HTML mentions one of these users. */
export const mentions = (column: string, userIds: readonly UserId[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    userIds.map((id) => sql`${sql.ref(column)} like ${`%data-user-id="${id}"%`}`),
    sql` or `,
  )})`;
