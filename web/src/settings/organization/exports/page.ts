/** Exports of the organization's data. */
import type { SettingsPage } from "../../page.ts";
import { byAdministrators } from "../organization-settings.ts";

export const exportsPage: SettingsPage = {
  address: { kind: "organization", section: "data-exports-admin" },
  name: "address.dataExports",
  about: "exports.about",
  icon: "download",
  // Others can neither see nor start any.
  isFor: byAdministrators.may,
  groups: [],
  landmarks: [
    { key: "start-export", label: "exports.start", words: "exports.startWords" },
    { key: "exports", label: "exports.list" },
    { key: "export-consents", label: "exports.consents", words: "exports.consentsWords" },
  ],
  load: () => import("./DataExports.tsx").then(({ DataExports }) => DataExports),
};
