/** What a test reads in the audit log. */
import type { Organization } from "./organization.ts";

/** The entries that something leaves, jobs included, oldest first. */
export async function auditOf(acme: Organization, something: () => Promise<unknown>) {
  const { app } = acme.server;
  await app.jobs.settled();
  const before = (await entriesOf(acme)).length;
  await something();
  await app.jobs.settled();
  return (await entriesOf(acme)).slice(before);
}

export function entriesOf({ server, realm }: Organization) {
  return server.app.database.reader
    .selectFrom("audit_log")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .orderBy("id")
    .execute();
}
