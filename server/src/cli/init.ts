import { Command, Option } from "commander";
import { ORG_TYPES, type OrgType } from "../organization/settings/org-types.ts";
import { createOrganization } from "../set-up/create.ts";
import { passwordFrom } from "./password.ts";
import { timeZoneOption } from "./time-zone.ts";
import { print, withApp } from "./with-app.ts";

interface InitOptions {
  name: string;
  ownerEmail: string;
  ownerName: string;
  ownerPassword?: string;
  ownerPasswordStdin: boolean;
  shortName?: string;
  type: OrgType;
  timezone: string;
  json: boolean;
}

export const initCommand = new Command("init")
  .description("Create an organization and its owner.")
  .requiredOption("--name <name>", "the organization's name")
  .requiredOption("--owner-email <address>", "the owner's email address")
  .requiredOption("--owner-name <name>", "the owner's full name")
  .option("--owner-password <password>", "the owner's password; without one, the owner signs in with the API key only")
  .option("--owner-password-stdin", "read the owner's password from standard input", false)
  .option("--short-name <name>", "its name in host names; required from the second organization on")
  .addOption(
    new Option("--type <type>", "the organization type, which determines some initial settings")
      .choices(Object.keys(ORG_TYPES))
      .default("unspecified"),
  )
  .addOption(timeZoneOption())
  .option("--json", "print one JSON object", false)
  .action(async (options: InitOptions) => {
    const { name, ownerEmail: email, ownerName: fullName, shortName, type, timezone } = options;
    const password = await passwordFrom({ password: options.ownerPassword, fromStdin: options.ownerPasswordStdin });
    await withApp(async (app) => {
      const organization = {
        name,
        type,
        owner: { email, fullName, password, timezone },
        isExplained: true,
        ...(shortName === undefined ? {} : { stringId: shortName }),
      };
      const { realm, userId, apiKey } = await createOrganization(app, organization);
      const made = { realm_id: realm.id, realm_url: realm.url, user_id: userId, email, api_key: apiKey };
      print(
        made,
        options.json,
        `${realm.settings.name} is at ${realm.url}. ${fullName} signs in as ${email} with API key ${apiKey}`,
      );
    });
  });
