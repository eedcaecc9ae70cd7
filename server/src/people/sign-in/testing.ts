/** People who have a password. */
import type { Organization, Person } from "../../../test/index.ts";
import { hashPassword } from "../../kernel/secrets.ts";
import { changeUser } from "../users/store.ts";

export const PASSWORD = "correct horse battery staple";
const hash = hashPassword(PASSWORD);

export async function withPassword({ server }: Organization, person: Person): Promise<Person> {
  const password_hash = await hash;
  await server.app.database.transaction((tx) => changeUser(tx, person.id, { password_hash }));
  return person;
}
