/** Commands for operators to manage whole organizations. */
import { Command } from "commander";
import { change } from "../../kernel/context.ts";
import { operatorContext } from "../../kernel/server-context.ts";
import { deactivateRealm, reactivateRealm } from "../../organization/realms/deactivate/actions.ts";
import { UsageError } from "../errors.ts";
import { organizationFor, print, withApp } from "../with-app.ts";

interface Common {
  realm?: string;
  json: boolean;
}

function subcommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option("--realm <short name>", "the organization; default: the default organization")
    .option("--json", "print one JSON object", false);
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const list = new Command("list")
  .description("List all organizations, including deactivated ones.")
  .option("--json", "print one JSON object", false)
  .action(async ({ json }: { json: boolean }) => {
    await withApp(async (app) => {
      const rows = await app.database.reader.selectFrom("realm").selectAll().orderBy("id").execute();
      const organizations = rows.map(({ id, string_id, is_active, scheduled_deletion_at, settings }) => ({
        realm_id: id,
        short_name: string_id,
        name: String(settings.name),
        is_active,
        scheduled_deletion_at,
      }));
      const line = (each: (typeof organizations)[number]) =>
        [
          String(each.realm_id).padStart(6),
          each.short_name.padEnd(20),
          each.name,
          ...(each.is_active ? [] : ["(deactivated)"]),
          ...(each.scheduled_deletion_at === null ? [] : [`(deleted on ${dayOf(each.scheduled_deletion_at)})`]),
        ].join(" ");
      print({ organizations }, json, organizations.map(line).join("\n"));
    });
  });

const deactivate = subcommand("deactivate", "Deactivate an organization: nobody can sign in any more.")
  .option("--delete-after <days>", "delete all of its data after this many days; default: keep it")
  .action(async (options: Common & { deleteAfter?: string }) => {
    const deletionDelayDays = options.deleteAfter === undefined ? null : Number(options.deleteAfter);
    if (deletionDelayDays !== null && !Number.isInteger(deletionDelayDays))
      throw new UsageError("--delete-after takes a whole number of days.");
    await withApp(async (app) => {
      const realm = await organizationFor(app, options.realm);
      await change(operatorContext(app, realm), (ctx) => deactivateRealm(ctx, { deletionDelayDays }));
      print({ realm_id: realm.id, is_active: false }, options.json, `${realm.settings.name} is deactivated.`);
    });
  });

const reactivate = subcommand("reactivate", "Reactivate a deactivated organization with all of its data.").action(
  async (options: Common) => {
    await withApp(async (app) => {
      const realm = await organizationFor(app, options.realm);
      await change(operatorContext(app, realm), reactivateRealm);
      print({ realm_id: realm.id, is_active: true }, options.json, `${realm.settings.name} is active again.`);
    });
  },
);

export const organizationCommand = new Command("organization")
  .description("Manage organizations.")
  .addCommand(list)
  .addCommand(deactivate)
  .addCommand(reactivate);
