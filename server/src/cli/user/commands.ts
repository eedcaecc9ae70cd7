/** Commands for operators to manage accounts. No permission checks apply. */

import { Argument, Command, Option } from "commander";
import type { RunningApp } from "../../app.ts";
import { join } from "../../joining/sign-up/join.ts";
import { Role } from "../../kernel/access/roles.ts";
import { record } from "../../kernel/audit/record.ts";
import { change, type Realm } from "../../kernel/context.ts";
import { EXPIRED_PASSWORD, hashPassword } from "../../kernel/secrets.ts";
import { operatorContext } from "../../kernel/server-context.ts";
import { unlinkAccount } from "../../people/identity-providers/actions.ts";
import { handOverLink } from "../../people/password-reset/link.ts";
import { takeSecondFactors } from "../../people/second-factors/actions.ts";
import { deactivateUser } from "../../people/users/deactivate/actions.ts";
import { reactivateAccount } from "../../people/users/reactivate/actions.ts";
import { changeUser, userByDeliveryEmail, userById, usersOf } from "../../people/users/store.ts";
import { Refusal, UsageError } from "../errors.ts";
import { passwordFrom } from "../password.ts";
import { timeZoneOption } from "../time-zone.ts";
import { organizationFor, print, withApp } from "../with-app.ts";

interface Common {
  realm?: string;
  json: boolean;
}

const roleNames = Object.keys(Role) as (keyof typeof Role)[];
const roleName = (code: number) => roleNames.find((name) => Role[name] === code) ?? String(code);

/** A command for the accounts of one organization. */
function subcommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option("--realm <short name>", "the organization; default: the default organization")
    .option("--json", "print one JSON object", false);
}

function withOrganization(options: Common, work: (app: RunningApp, realm: Realm) => Promise<void>): Promise<void> {
  return withApp(async (app) => work(app, await organizationFor(app, options.realm)));
}

/** Finds an account by email address or id. */
async function accountFor(app: RunningApp, realm: Realm, given: string) {
  const { reader } = app.database;
  const named = /^\d+$/.test(given) ? await userById(reader, realm.id, Number(given)) : undefined;
  const user = await userByDeliveryEmail(reader, realm.id, named?.delivery_email ?? given);
  if (!user) throw new Refusal(`There is no account ${given}.`);
  if (user.system_bot !== null) throw new Refusal(`${user.full_name} is built into Parley and not an account.`);
  return user;
}

const create = subcommand("create", "Create an account.")
  .requiredOption("--email <address>", "its email address")
  .requiredOption("--full-name <name>", "the person's full name")
  .addOption(new Option("--role <role>", "the person's role").choices(roleNames).default("member"))
  .option("--password <password>", "its password; without one, the person signs in with the API key only")
  .option("--password-stdin", "read the password from standard input", false)
  .addOption(timeZoneOption())
  .option("--can-create-users", "allow an administrator's account to create accounts through the API", false)
  .action(async (options: Common & CreateOptions) => {
    const { email, fullName, timezone, canCreateUsers: can_create_users } = options;
    const password = await passwordFrom({ password: options.password, fromStdin: options.passwordStdin });
    const password_hash = password === null ? null : await hashPassword(password);
    await withOrganization(options, async (app, realm) => {
      const settings = { timezone };
      const account = {
        email,
        full_name: fullName,
        role: Role[options.role],
        password_hash,
        can_create_users,
        settings,
      };
      const { user, apiKey } = await change(operatorContext(app, realm), (ctx) =>
        join(ctx, account, { isProven: true }),
      );
      const made = { user_id: user.id, email, full_name: user.full_name, role: options.role, api_key: apiKey };
      print(made, options.json, `${user.full_name} (${options.role}) signs in as ${email} with API key ${apiKey}`);
    });
  });

interface CreateOptions {
  email: string;
  fullName: string;
  role: keyof typeof Role;
  password?: string;
  passwordStdin: boolean;
  timezone: string;
  canCreateUsers: boolean;
}

const list = subcommand("list", "List all accounts: people and bots, including deactivated ones.").action(
  async (options: Common) => {
    await withOrganization(options, async (app, realm) => {
      const users = (await usersOf(app.database.reader, realm.id)).map((user) => ({
        user_id: user.id,
        email: user.delivery_email,
        full_name: user.full_name,
        role: roleName(user.role),
        is_active: user.is_active,
        is_bot: user.bot_type !== null,
      }));
      const line = (user: (typeof users)[number]) =>
        [
          String(user.user_id).padStart(6),
          user.role.padEnd(13),
          user.email.padEnd(32),
          user.full_name,
          ...(user.is_bot ? ["(bot)"] : []),
          ...(user.is_active ? [] : ["(deactivated)"]),
        ].join(" ");
      print({ users }, options.json, users.map(line).join("\n"));
    });
  },
);

const setPassword = subcommand("set-password", "Set an account's password.")
  .argument("<user>", "its email address or id")
  .option("--password <password>", "the new password")
  .option("--password-stdin", "read it from standard input", false)
  .action(async (given: string, options: Common & { password?: string; passwordStdin: boolean }) => {
    const password = await passwordFrom({ password: options.password, fromStdin: options.passwordStdin });
    if (password === null) throw new UsageError("Give the password with --password or --password-stdin.");
    await withOrganization(options, async (app, realm) => {
      const user = await accountFor(app, realm, given);
      if (user.bot_type !== null) throw new Refusal("Bots have no password, only an API key.");
      const hash = await hashPassword(password);
      await change(operatorContext(app, realm), async (ctx) => {
        await changeUser(ctx.db, user.id, { password_hash: hash });
        record(ctx, "password_changed", { user: user.id });
      });
      const changed = { user_id: user.id, email: user.delivery_email };
      print(changed, options.json, `${user.full_name} has a new password.`);
    });
  });

const resetLink = subcommand(
  "reset-link",
  "Print a link with which a person can choose a new password. It works once, within a day, and replaces earlier ones.",
)
  .argument("<user>", "its email address or id")
  .action(async (given: string, options: Common) => {
    await withOrganization(options, async (app, realm) => {
      const user = await accountFor(app, realm, given);
      if (user.bot_type !== null) throw new Refusal("Bots have no password, only an API key.");
      if (!user.is_active) throw new Refusal(`${user.full_name} is deactivated.`);
      const link = await change(operatorContext(app, realm), (ctx) => handOverLink(ctx, user, null));
      print({ user_id: user.id, email: user.delivery_email, ...link }, options.json, link.reset_link);
    });
  });

const expirePassword = subcommand(
  "expire-password",
  "Require a person to choose a new password, by email, before they sign in again.",
)
  .argument("<user>", "its email address or id")
  .action(async (given: string, options: Common) => {
    await withOrganization(options, async (app, realm) => {
      const user = await accountFor(app, realm, given);
      if (user.password_hash === null) throw new Refusal(`${user.full_name} has no password.`);
      const password_hash = EXPIRED_PASSWORD;
      await change(operatorContext(app, realm), async (ctx) => {
        await changeUser(ctx.db, user.id, { password_hash });
        record(ctx, "password_expired", { user: user.id });
      });
      const changed = { user_id: user.id, email: user.delivery_email };
      print(changed, options.json, `${user.full_name} must choose a new password.`);
    });
  });

const removeSecondFactors = subcommand(
  "remove-second-factors",
  "Remove all second factors of a person who has lost them. The person is notified.",
)
  .argument("<user>", "its email address or id")
  .action(async (given: string, options: Common) => {
    await withOrganization(options, async (app, realm) => {
      const user = await accountFor(app, realm, given);
      if (!user.has_second_factor) throw new Refusal(`${user.full_name} has no second factor.`);
      await change(operatorContext(app, realm), (ctx) => takeSecondFactors(ctx, user, "removed_by_operator"));
      const changed = { user_id: user.id, email: user.delivery_email };
      print(changed, options.json, `${user.full_name} signs in without a second factor until they set one up.`);
    });
  });

const unlinkProviders = subcommand(
  "unlink-providers",
  "Forget who a person is at identity providers: the next sign-in with one goes by its confirmed email address.",
)
  .argument("<user>", "its email address or id")
  .action(async (given: string, options: Common) => {
    await withOrganization(options, async (app, realm) => {
      const user = await accountFor(app, realm, given);
      const count = await change(operatorContext(app, realm), (ctx) => unlinkAccount(ctx, user.id));
      if (count === undefined) throw new Refusal(`${user.full_name} is not linked to an identity provider.`);
      const changed = { user_id: user.id, email: user.delivery_email, unlinked: count };
      const { full_name } = user;
      const done =
        count === 0 ? "can be linked by their address again" : "is not linked to an identity provider any more";
      print(changed, options.json, `${full_name} ${done}.`);
    });
  });

const apiKey = subcommand("api-key", "Print an account's API key.")
  .argument("<user>", "its email address or id")
  .option("--regenerate", "replace it; the old one stops working at once", false)
  .action(async (given: string, options: Common & { regenerate: boolean }) => {
    await withOrganization(options, async (app, realm) => {
      const user = await accountFor(app, realm, given);
      const api_key = options.regenerate ? await regenerate(app, realm, user.id) : await shownKey(app, realm, user);
      print({ user_id: user.id, email: user.delivery_email, api_key }, options.json, api_key);
    });
  });

async function regenerate(app: RunningApp, realm: Realm, userId: number): Promise<string> {
  const { apiKey: fresh, ...stored } = app.secrets.newApiKey();
  await change(operatorContext(app, realm), async (ctx) => {
    await changeUser(ctx.db, userId, stored);
    record(ctx, "api_key_replaced", { user: userId });
  });
  return fresh;
}

async function shownKey(
  app: RunningApp,
  realm: Realm,
  { id, api_key_encrypted }: { id: number; api_key_encrypted: string },
): Promise<string> {
  await change(operatorContext(app, realm), async (ctx) => record(ctx, "api_key_fetched", { user: id }));
  return app.secrets.decrypt(api_key_encrypted);
}

const deactivate = subcommand("deactivate", "Deactivate an account and the bots it owns. Deletes none of their data.")
  .argument("<user>", "its email address or id")
  .action(async (given: string, options: Common) => {
    await withOrganization(options, async (app, realm) => {
      const user = await accountFor(app, realm, given);
      await change(operatorContext(app, realm), (ctx) => deactivateUser(ctx, user));
      const gone = { user_id: user.id, email: user.delivery_email, is_active: false };
      print(gone, options.json, `${user.full_name} is deactivated.`);
    });
  });

const reactivate = subcommand("reactivate", "Reactivate a deactivated account with all of its data.")
  .argument("<user>", "its email address or id")
  .action(async (given: string, options: Common) => {
    await withOrganization(options, async (app, realm) => {
      const user = await accountFor(app, realm, given);
      if (user.is_active) throw new Refusal(`${user.full_name} is active.`);
      await change(operatorContext(app, realm), (ctx) => reactivateAccount(ctx, user));
      const back = { user_id: user.id, email: user.delivery_email, is_active: true };
      print(back, options.json, `${user.full_name} is active again.`);
    });
  });

/** Permissions beyond the role, by their names on the command line. */
const RIGHTS = { "create-users": "can_create_users", "change-emails": "can_change_user_emails" } as const;
type Right = keyof typeof RIGHTS;
const RECORDED = { "create-users": "create_users", "change-emails": "change_emails" } as const;
const rightArgument = () =>
  new Argument(
    "<right>",
    "create-users: create accounts through the API, as an administrator; change-emails: change other people's addresses, as an owner",
  ).choices(Object.keys(RIGHTS));

const changeRight = (name: "grant" | "revoke", description: string) =>
  subcommand(name, description)
    .argument("<user>", "its email address or id")
    .addArgument(rightArgument())
    .action(async (given: string, right: Right, options: Common) => {
      await withOrganization(options, async (app, realm) => {
        const user = await accountFor(app, realm, given);
        const changes = { [RIGHTS[right]]: name === "grant" };
        await change(operatorContext(app, realm), async (ctx) => {
          await changeUser(ctx.db, user.id, changes);
          record(ctx, "user_right_changed", { user: user.id, right: RECORDED[right], to: name === "grant" });
        });
        const changed = { user_id: user.id, email: user.delivery_email, ...changes };
        print(changed, options.json, `${user.full_name}: ${right} ${name === "grant" ? "granted" : "revoked"}.`);
      });
    });

export const userCommand = new Command("user")
  .description("Manage accounts.")
  .addCommand(create)
  .addCommand(list)
  .addCommand(setPassword)
  .addCommand(resetLink)
  .addCommand(expirePassword)
  .addCommand(removeSecondFactors)
  .addCommand(unlinkProviders)
  .addCommand(apiKey)
  .addCommand(deactivate)
  .addCommand(reactivate)
  .addCommand(changeRight("grant", "Grant an account a permission that no role includes."))
  .addCommand(changeRight("revoke", "Revoke such a permission from an account."));
