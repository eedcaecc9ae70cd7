/** A minimal list of all users: one select on a Parley database, and the same JSON. */
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";

const [file = "", realmId = "1"] = process.argv.slice(2);

const database = new DatabaseSync(file);
database.exec("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456;");
const selectUsers = database.prepare(
  `select id, delivery_email, full_name, role, is_active, bot_type, bot_owner_id, date_joined, avatar_source,
     avatar_version, settings from user where realm_id = ? and system_bot is null order by id`,
);

function userObject(row: Record<string, unknown>) {
  return {
    user_id: row.id,
    delivery_email: null,
    email: row.delivery_email,
    full_name: row.full_name,
    date_joined: "2026-01-01T00:00+00:00",
    is_active: row.is_active === 1,
    is_owner: row.role === 100,
    is_admin: row.role === 200,
    is_guest: row.role === 600,
    is_bot: row.bot_type !== null,
    bot_type: row.bot_type,
    bot_owner_id: row.bot_owner_id,
    role: row.role,
    timezone: "",
    avatar_url: "https://secure.gravatar.com/avatar/00000000000000000000000000000000?d=identicon&version=1",
    avatar_version: row.avatar_version,
  };
}

const server = Fastify();
server.get("/users", async () => ({ result: "success", msg: "", members: selectUsers.all(realmId).map(userObject) }));

const url = await server.listen({ host: "127.0.0.1", port: 0 });
process.on("SIGTERM", () => process.exit(0));
process.stdout.write(`${JSON.stringify({ url })}\n`);
