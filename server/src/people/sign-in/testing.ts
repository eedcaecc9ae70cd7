/** Gives people in tests a password. */
import type { Organization, Person } from "../../../test/index.ts";
import { takeTurnOf } from "../../kernel/events/log.ts";
import { hashPassword } from "../../kernel/secrets.ts";
import { changeUser } from "../users/store.ts";

export const PASSWORD = "correct horse battery staple";

export async function withPassword({ server, realm }: Organization, person: Person): Promise<Person> {
  const password_hash = await hashPassword(PASSWORD);
  await server.app.database.transaction(async (tx) =>
    changeUser(await takeTurnOf(tx, realm.id), person.id, { password_hash }),
  );
  return person;
}
