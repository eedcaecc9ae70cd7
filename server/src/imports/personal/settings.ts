/**
 * Personal settings and profiles of an archive. Like pictures, they go to accounts that an import has created and nobody has used, and
 * replace nothing that such an account has from an earlier one.
 */
import { changeSubscriptions, subscriptionsOf } from "../../channels/subscriptions/store.ts";
import { addTopicPolicies } from "../../channels/user-topics/store.ts";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { alertKey } from "../../people/alert-words/matcher.ts";
import { alertWordsOf, insertAlertWords } from "../../people/alert-words/store.ts";
import { insertMutes } from "../../people/muted-users/store.ts";
import { storeValues, type ValueRow, valuesIn } from "../../people/profile-fields/store.ts";
import { FieldTypeId, typeWithId } from "../../people/profile-fields/types.ts";
import { NO_STATUS, statusOf, storeStatus } from "../../people/user-status/store.ts";
import { accountsWithRights } from "../../people/users/rights.ts";
import { type DraftContents, draftsOf, insertDrafts } from "../../personal/drafts/store.ts";
import { insertViews, viewsOf } from "../../personal/navigation-views/store.ts";
import { insertSnippets, snippetsOf } from "../../personal/saved-snippets/store.ts";
import { UnableToRender } from "../../text/errors.ts";
import { renderPlainly } from "../../text/rendered.ts";
import { importedAccounts, unusedAccount } from "../accounts.ts";
import type { Ledger } from "../ledger.ts";
import type { PersonalRecord } from "../records.ts";
import { insertItem, itemsOf, type Origin, sourceKey } from "../store.ts";
import { savableDrafts } from "./drafts.ts";
import {
  countPersonal,
  leavingOut,
  type PersonalSurroundings,
  type PreparedPersonal,
  personalLeftOut,
  preparePersonal,
} from "./prepare.ts";
import { SETTINGS, VALUES } from "./reasons.ts";

interface ImportedAccount {
  readonly id: UserId;
  readonly isGuest?: boolean;
}

/** Whether an import has created the account, and nobody has used it. */
export async function isNobodysYet(db: Db, realmId: RealmId, id: UserId): Promise<boolean> {
  const row = await unusedAccount(db, realmId, id).where("bot_type", "is", null).executeTakeFirst();
  return row !== undefined && (await importedAccounts(db, realmId, [id])).has(id);
}

export class ImportedSettings {
  readonly #ctx: OpenContext;
  readonly #origin: Origin;
  readonly #around: PersonalSurroundings;
  /** Those whose settings have come, by the keys of their ids. */
  readonly #known: Set<string>;

  private constructor(ctx: OpenContext, origin: Origin, around: PersonalSurroundings, known: Set<string>) {
    this.#ctx = ctx;
    this.#origin = origin;
    this.#around = around;
    this.#known = known;
  }

  static async of(ctx: OpenContext, origin: Origin, around: PersonalSurroundings): Promise<ImportedSettings> {
    const known = await itemsOf(ctx.app.database.reader, origin, "personal");
    return new ImportedSettings(ctx, origin, around, new Set(known.keys()));
  }

  async add(record: PersonalRecord, ledger: Ledger): Promise<void> {
    if (this.#known.has(sourceKey(record.person))) return;
    const { people } = this.#around;
    const account: ImportedAccount | undefined = people.get(record.person);
    const stored = account ? await this.#store(record, account, ledger) : false;
    if (stored) this.#known.add(sourceKey(record.person));
    else for (const each of personalLeftOut(record)) ledger.leaveOutFirst(each);
  }

  /** Returns false if somebody uses the account. */
  async #store(record: PersonalRecord, account: ImportedAccount, ledger: Ledger): Promise<boolean> {
    const { reader } = this.#ctx.app.database;
    const { realm_id } = this.#origin;
    if (!(await isNobodysYet(reader, realm_id, account.id))) return false;
    const prepared = preparePersonal(this.#around, record, account.id);
    // Before the transaction: others wait for that.
    const rendered = await this.#rendered(prepared, account.id, record);
    const { drafts, contents, leftOut } = await this.#savable(prepared, account.id, record);
    return ledger.change(this.#ctx, async (ctx, tally) => {
      // Beside others, its person may have come meanwhile.
      if (!(await isNobodysYet(ctx.db, realm_id, account.id))) return false;
      const found = { ...prepared, drafts, leftOut: [...prepared.leftOut, ...rendered.leftOut, ...leftOut] };
      const kept = await keptOf(ctx.db, account, found, record);
      await storeRows(ctx, account.id, kept, { values: rendered.rows, drafts: contents });
      await insertItem(ctx.db, this.#origin, { kind: "personal", source_id: record.person, local_id: account.id });
      countPersonal(kept, tally);
      return true;
    });
  }

  async #rendered({ values }: PreparedPersonal, user_id: UserId, record: PersonalRecord) {
    const rows = new Map<number, ValueRow>();
    const { leave, leftOut } = leavingOut(record);
    for (const { field, value } of values) {
      try {
        const rendered_value = typeWithId(field.field_type)?.isRendered ? await renderPlainly(this.#ctx, value) : null;
        rows.set(field.id, { field_id: field.id, user_id, value, rendered_value });
      } catch (error) {
        if (!(error instanceof UnableToRender)) throw error;
        leave(VALUES, "the text cannot be rendered");
      }
    }
    return { rows, leftOut: leftOut() };
  }

  async #savable({ drafts }: PreparedPersonal, id: UserId, record: PersonalRecord) {
    const user = drafts.length === 0 ? undefined : (await accountsWithRights(this.#ctx, [id])).get(id)?.user;
    if (!user) return { drafts: [], contents: [], leftOut: [] };
    const { leave, leftOut } = leavingOut(record);
    const found = await savableDrafts(this.#ctx, user, drafts, leave);
    return { ...found, leftOut: leftOut() };
  }
}

/** What was looked up before the transaction. */
interface ReadyRows {
  readonly values: ReadonlyMap<number, ValueRow>;
  readonly drafts: readonly DraftContents[];
}

/** Without what the account has from an earlier import, and what it could not have chosen here. */
async function keptOf(
  db: Db,
  { id, isGuest = false }: ImportedAccount,
  prepared: PreparedPersonal,
  record: PersonalRecord,
): Promise<PreparedPersonal> {
  const { leave, leftOut } = leavingOut(record);
  const subscribed = new Set(
    (await subscriptionsOf(db, id)).filter((each) => each.is_subscribed).map(({ channel_id }) => channel_id),
  );
  const topics = prepared.topics.filter(({ channel_id, isOpen }) => subscribed.has(channel_id) || (isOpen && !isGuest));
  leave(SETTINGS, "the person cannot read the channel", prepared.topics.length - topics.length);
  const channels = prepared.channels.filter((each) => subscribed.has(each.id));
  leave(SETTINGS, "the person is not subscribed", prepared.channels.length - channels.length);
  const bots = await botsAmong(db, prepared);
  const values = prepared.values.filter(({ field, value }) => !namesAny(field.field_type, value, bots));
  leave(VALUES, "it names a bot", prepared.values.length - values.length);
  return { ...prepared, values, topics, channels, leftOut: [...prepared.leftOut, ...leftOut()] };
}

const namesAny = (type: number, value: string, ids: ReadonlySet<number>): boolean =>
  type === FieldTypeId.people && (JSON.parse(value) as number[]).some((id) => ids.has(id));

async function botsAmong(db: Db, { values }: PreparedPersonal): Promise<Set<number>> {
  const ids = values.flatMap(({ field, value }) =>
    field.field_type === FieldTypeId.people ? (JSON.parse(value) as number[]) : [],
  );
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("bot_type", "is not", null)
    .where(isAnyOf(db, "id", ids))
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function storeRows(
  { db, realm, now }: Writing,
  id: UserId,
  prepared: PreparedPersonal,
  ready: ReadyRows,
): Promise<void> {
  const timeOf = (at: number | undefined) => (at !== undefined && at > 0 && at < now ? Math.floor(at) : now);
  const { values, topics, channels, muted, words, status, snippets, views } = prepared;
  if (values.length > 0) {
    const has = new Set((await valuesIn(db, realm.id, [id])).map(({ field_id }) => field_id));
    const missing = values.flatMap(({ field }) => (has.has(field.id) ? [] : (ready.values.get(field.id) ?? [])));
    await storeValues(db, missing);
  }
  const added = topics.map(({ isOpen: _, chosenAt, ...topic }) => ({ ...topic, last_updated: timeOf(chosenAt) }));
  await addTopicPolicies(db, id, added);
  await changeSubscriptions(db, id, channels);
  const mutes = muted.map((each) => ({ muted_user_id: each.id, muted_at: timeOf(each.mutedAt) }));
  await insertMutes(db, { id, realm_id: realm.id }, mutes);
  if (words.length > 0) {
    const has = new Set((await alertWordsOf(db, id)).map(alertKey));
    await insertAlertWords(db, { id, realm_id: realm.id }, has.size === 0 ? words : []);
  }
  if (status && JSON.stringify(await statusOf(db, id)) === JSON.stringify(NO_STATUS)) await storeStatus(db, id, status);
  if (snippets.length > 0 && (await snippetsOf(db, id)).length === 0)
    await insertSnippets(
      db,
      snippets.map(({ savedAt, ...texts }) => ({ user_id: id, ...texts, date_created: timeOf(savedAt) })),
    );
  if (views.length > 0 && (await viewsOf(db, id)).length === 0) await insertViews(db, id, views);
  if (ready.drafts.length > 0 && (await draftsOf(db, id, 1)).length === 0) await insertDrafts(db, id, ready.drafts);
}
