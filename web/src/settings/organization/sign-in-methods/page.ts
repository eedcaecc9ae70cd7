/** How people sign in: those of the server's ways that the organization allows. */
import type { SettingsPage } from "../../page.ts";

export const signInMethodsPage: SettingsPage = {
  address: { kind: "organization", section: "auth-methods" },
  name: "address.signInMethods",
  about: "signInMethods.about",
  icon: "key",
  groups: [],
  landmarks: [{ key: "sign-in-methods", label: "signInMethods.methods", words: "signInMethods.words" }],
  load: () => import("./SignInMethods.tsx").then(({ SignInMethods }) => SignInMethods),
};
