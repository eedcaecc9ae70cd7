/** Enforces collection limits, inside the change that adds to them. */
import { sql } from "kysely";
import type { App, Writing } from "../context.ts";
import { isAnyOf } from "../db/dialect.ts";
import type { Db } from "../db/handles.ts";
import { type Collection, type CollectionName, collections, type Rows } from "./collections.ts";

type WithRows = { [N in CollectionName]: (typeof collections)[N] extends { rows?: Rows } ? N : never }[CollectionName];

export const limitOf = ({ config }: Pick<App, "config">, name: CollectionName): number => config.collectionLimits[name];

/** Throws when a collection would have so many members. The caller has counted them in the organization's turn. */
export function demandFits({ app }: { readonly app: App }, name: CollectionName, members: number): void {
  const limit = limitOf(app, name);
  const { Full }: Collection = collections[name];
  if (Full && members > limit) throw new Full({ limit });
}

/** Whether an error says that a collection is full. */
export const isFull = (error: unknown): boolean =>
  Object.values(collections).some(({ Full }: Collection) => Full !== undefined && error instanceof Full);

/**
 * Throws unless the collection has room for so many more. Asked in the organization's turn, so that two changes at once
 * do not both take the last place, and right before the rows are added.
 */
export async function demandRoom(
  ctx: Writing,
  name: WithRows,
  whose: Readonly<Record<string, number>>,
  adding = 1,
): Promise<void> {
  if (adding === 0) return;
  const limit = limitOf(ctx.app, name);
  demandFits(ctx, name, adding);
  demandFits(ctx, name, adding + (await membersUpto(ctx.db, name, whose, limit)));
}

/** Throws if the texts of a collection are too long in total. Asked after the change, which is then undone. */
export async function demandTextFits(
  ctx: Writing,
  name: WithRows,
  whose: Readonly<Record<string, number>>,
): Promise<void> {
  const { table, characters } = rowsOf(name);
  if (characters === undefined) throw new Error(`${name} are counted by rows.`);
  const { rows } = await sql<{ length: number | string | null }>`
    select sum(length(${sql.ref(characters)})) as length from ${sql.table(table)}
    where ${membersOf(name, whose)}`.execute(ctx.db);
  demandFits(ctx, name, Number(rows[0]?.length));
}

const rowsOf = (name: WithRows): Rows => (collections[name] as Collection).rows as Rows;

function membersOf(name: WithRows, whose: Readonly<Record<string, number>>) {
  const { of, where } = rowsOf(name);
  const conditions = of.map((column) => sql`${sql.ref(column)} = ${whose[column]}`);
  if (where !== undefined) conditions.push(sql.raw(where));
  return sql.join(conditions, sql` and `);
}

/** The number of members; stops counting at the limit. */
export async function membersUpto(
  db: Db,
  name: WithRows,
  whose: Readonly<Record<string, number>>,
  limit: number,
): Promise<number> {
  const members = sql`select 1 from ${sql.table(rowsOf(name).table)} where ${membersOf(name, whose)} limit ${limit}`;
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from (${members}) as members`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

/** Which of these owners have a full collection. */
export async function withoutRoom(
  ctx: Pick<Writing, "app" | "db">,
  name: WithRows,
  holders: readonly number[],
): Promise<Set<number>> {
  const { table, of } = rowsOf(name);
  const [column] = of as [string];
  const { rows } = await sql<{ holder: number }>`
    select ${sql.ref(column)} as holder from ${sql.table(table)} where ${isAnyOf(ctx.db, column, holders)}
    group by ${sql.ref(column)} having count(*) >= ${limitOf(ctx.app, name)}`.execute(ctx.db);
  return new Set(rows.map(({ holder }) => Number(holder)));
}
