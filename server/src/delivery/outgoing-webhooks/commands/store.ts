import type { Insertable, Selectable } from "kysely";
import type { MessageId, RealmId, RecipientId, UserId } from "../../../kernel/api/ids.ts";
import { compiled } from "../../../kernel/db/compiled.ts";
import { isAnyOf, json } from "../../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../../kernel/db/handles.ts";
import type { Schema } from "../../../kernel/db/schema.ts";
import type { CommandArgument } from "../../../kernel/db/tables/people.ts";
import type { BotCommand } from "./contract.ts";

const COLUMNS = ["id", "bot_id", "name", "description", "hint", "arguments"] as const;

export function commandsOf(db: Db, realmId: RealmId): Promise<BotCommand[]> {
  return db.selectFrom("bot_command").select(COLUMNS).where("realm_id", "=", realmId).orderBy("name").execute();
}

export function commandNamed(db: Db, realmId: RealmId, name: string): Promise<BotCommand | undefined> {
  return db
    .selectFrom("bot_command")
    .select(COLUMNS)
    .where("realm_id", "=", realmId)
    .where("name", "=", name)
    .executeTakeFirst();
}

export function commandOfBot(db: Db, botId: UserId, id: number): Promise<BotCommand | undefined> {
  return db
    .selectFrom("bot_command")
    .select(COLUMNS)
    .where("bot_id", "=", botId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export interface CommandContent {
  readonly name: string;
  readonly description: string;
  readonly hint: string;
  readonly arguments: readonly CommandArgument[];
}

const stored = ({ arguments: declared, ...rest }: CommandContent) => ({ ...rest, arguments: json(declared) });

export function insertCommand(
  tx: TurnTx,
  whose: { realm_id: RealmId; bot_id: UserId },
  content: CommandContent,
): Promise<BotCommand> {
  return tx
    .insertInto("bot_command")
    .values({ ...whose, ...stored(content) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export function changeCommand(tx: TurnTx, id: number, content: CommandContent): Promise<BotCommand> {
  return tx
    .updateTable("bot_command")
    .set(stored(content))
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteCommand(tx: TurnTx, id: number): Promise<void> {
  await tx.deleteFrom("bot_command").where("id", "=", id).execute();
}

export type CommandCall = Selectable<Schema["bot_command_call"]>;

export async function insertCall(
  tx: TurnTx,
  { argument_values, user_ids, ...call }: Omit<CommandCall, "id" | "answer_message_id">,
): Promise<number> {
  const row: Insertable<Schema["bot_command_call"]> = {
    ...call,
    argument_values: json(argument_values),
    user_ids: user_ids && json(user_ids),
    answer_message_id: null,
  };
  const { id } = await tx.insertInto("bot_command_call").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** A call that its bot can still answer. */
export function openCall(db: Db, id: number, now: number): Promise<CommandCall | undefined> {
  return db
    .selectFrom("bot_command_call")
    .selectAll()
    .where("id", "=", id)
    .where("answer_message_id", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

export async function noteAnswer(tx: TurnTx, id: number, answer_message_id: MessageId): Promise<void> {
  await tx.updateTable("bot_command_call").set({ answer_message_id }).where("id", "=", id).execute();
}

export async function deleteCalls(tx: TurnTx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom("bot_command_call")
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

/** A call with the message that answers it privately. */
export type AnsweredCall = CommandCall & { readonly answer_message_id: MessageId };

/** A person's private answers, oldest first. */
export const answersTo = (db: Db, userId: UserId): Promise<AnsweredCall[]> =>
  ownAnswers(db, { userId }) as Promise<AnsweredCall[]>;

const ownAnswers = compiled((db, { userId }: { userId: UserId }) =>
  db
    .selectFrom("bot_command_call")
    .selectAll()
    .where("user_id", "=", userId)
    .where("answer_message_id", "is not", null)
    .orderBy("answer_message_id"),
);

/** A call that ends, with the conversation of its private answer if it has one. */
export interface EndingCall {
  readonly id: number;
  readonly answer_message_id: MessageId | null;
  readonly recipient_id: RecipientId | null;
}

const ending = (db: Db) =>
  db
    .selectFrom("bot_command_call as call")
    .leftJoin("message", "message.id", "call.answer_message_id")
    .select(["call.id", "call.answer_message_id", "message.recipient_id"]);

/** The caller's own call, if it was answered privately. */
export const answeredCall = (db: Db, userId: UserId, id: number): Promise<EndingCall | undefined> =>
  ending(db)
    .where("call.id", "=", id)
    .where("call.user_id", "=", userId)
    .where("call.answer_message_id", "is not", null)
    .executeTakeFirst();

export const callsBy = (db: Db, userIds: readonly UserId[], limit: number): Promise<EndingCall[]> =>
  ending(db)
    .where(isAnyOf(db, "call.user_id", userIds))
    .orderBy("call.id")
    .limit(limit)
    .execute();

export async function realmsWithExpiredCalls(db: Db, now: number): Promise<RealmId[]> {
  const rows = await db
    .selectFrom("bot_command_call as call")
    .innerJoin("user", "user.id", "call.user_id")
    .select("user.realm_id")
    .distinct()
    .where("call.expires_at", "<=", now)
    .execute();
  return rows.map(({ realm_id }) => realm_id);
}

export const expiredCalls = (db: Db, realmId: RealmId, now: number, limit: number): Promise<EndingCall[]> =>
  ending(db)
    .innerJoin("user", "user.id", "call.user_id")
    .where("user.realm_id", "=", realmId)
    .where("call.expires_at", "<=", now)
    .orderBy("call.id")
    .limit(limit)
    .execute();
