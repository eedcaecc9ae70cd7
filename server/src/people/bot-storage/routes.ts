import { demand } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { route } from "../../kernel/http/route.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import * as contract from "./contract.ts";
import { charactersBeside, deleteEntries, entriesOf, storeEntries } from "./store.ts";

export const botStorageRoutes = [
  route(contract.getBotStorage, async ({ db, user }, { keys }) => {
    const entries = await entriesOf(db, user.id, keys);
    demand(keys === undefined || entries.length === new Set(keys).size, new contract.KeyDoesNotExist());
    return { storage: Object.fromEntries(entries.map(({ key, value }) => [key, value])) };
  }),

  route(contract.updateBotStorage, async (ctx, { storage }) => {
    await store(ctx, storage);
    return {};
  }),

  route(contract.deleteBotStorage, async ({ db, user }, { keys }) => {
    const count = await deleteEntries(db, user.id, keys);
    demand(keys === undefined || count === new Set(keys).size, new contract.KeyDoesNotExist());
    return {};
  }),
];

async function store(ctx: WriteContext, storage: Readonly<Record<string, string>>): Promise<void> {
  const { db, user } = ctx;
  const entries = Object.entries(storage).map(([key, value]) => ({
    key,
    value,
    characters: codePoints(key) + codePoints(value),
  }));
  const added = entries.reduce((sum, { characters }) => sum + characters, 0);
  const total = added + (await charactersBeside(db, user.id, Object.keys(storage)));
  if (total > contract.MAX_STORED_CHARACTERS)
    throw contract.StorageExceeded({ excess: total - contract.MAX_STORED_CHARACTERS });
  const known = await entriesOf(db, user.id, Object.keys(storage));
  await demandRoom(ctx, "bot_storage_keys", { user_id: user.id }, entries.length - known.length);
  await storeEntries(db, user.id, entries);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
