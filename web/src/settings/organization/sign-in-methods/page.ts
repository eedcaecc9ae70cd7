/** How people sign in: those of the server's ways that the organization allows. */
import type { SettingsPage } from "../../page.ts";
import { choice, options } from "../../setting.ts";
import { organizationGroup } from "../organization-settings.ts";

export const secondFactorGroup = organizationGroup({
  title: "signInMethods.secondFactor",
  help: "signInMethods.secondFactorHelp",
  settings: [
    choice(
      "two_factor_required_for",
      "signInMethods.requiredFor",
      options(
        ["nobody", "signInMethods.nobody"],
        ["administrators", "signInMethods.administrators"],
        ["moderators", "signInMethods.moderators"],
        ["members", "signInMethods.members"],
        ["everyone", "signInMethods.everyone"],
      ),
      { help: "signInMethods.requiredForHelp", words: "signInMethods.requiredForWords" },
    ),
  ],
});

export const signInMethodsPage: SettingsPage = {
  address: { kind: "organization", section: "auth-methods" },
  name: "address.signInMethods",
  about: "signInMethods.about",
  icon: "key",
  groups: [secondFactorGroup],
  landmarks: [{ key: "sign-in-methods", label: "signInMethods.methods", words: "signInMethods.words" }],
  load: () => import("./SignInMethods.tsx").then(({ SignInMethods }) => SignInMethods),
};
