/** Emails to an erased person that have not been sent. They are sealed, so they are opened to see whom they are for. */
import type { Writing } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { Mail } from "../kernel/mail/mailer.ts";
import { deliverMail } from "../kernel/mail/send.ts";

export async function forgetMailTo({ app, db, realm }: Writing, addresses: readonly string[]): Promise<void> {
  const jobs = await db
    .selectFrom("job")
    .select(["id", "payload"])
    .where("realm_id", "=", realm.id)
    .where("kind", "=", deliverMail.kind)
    .execute();
  const isTheirs = ({ payload }: { payload: unknown }) => {
    const { to } = JSON.parse(app.secrets.decrypt((payload as { sealed: string }).sealed)) as Mail;
    return addresses.includes(to.address);
  };
  const theirs = jobs.filter(isTheirs).map((job) => job.id);
  await db
    .deleteFrom("job")
    .where(isAnyOf(db, "id", theirs))
    .execute();
}
