/** The organization's profile: what people see of it before and after they join. */
import type { SettingsPage } from "../../page.ts";
import { choice, longText, options, text } from "../../setting.ts";
import { organizationGroup } from "../organization-settings.ts";

const MAX_NAME_LENGTH = 40;
const MAX_DESCRIPTION_LENGTH = 1000;

export const nameGroup = organizationGroup({
  title: "organization.name",
  settings: [
    text("name", "organization.fullName", MAX_NAME_LENGTH, { help: "organization.fullNameHelp" }),
    longText("description", "organization.description", MAX_DESCRIPTION_LENGTH, {
      help: "organization.descriptionHelp",
    }),
    choice(
      "org_type",
      "organization.type",
      options(
        [0, "organization.unspecified"],
        [10, "organization.business"],
        [20, "organization.openSource"],
        [30, "organization.educationNonprofit"],
        [35, "organization.education"],
        [40, "organization.research"],
        [50, "organization.event"],
        [60, "organization.nonprofit"],
        [70, "organization.government"],
        [80, "organization.political"],
        [90, "organization.community"],
        [100, "organization.personal"],
        [1000, "organization.other"],
      ),
      { help: "organization.typeHelp" },
    ),
  ],
});

export const organizationProfilePage: SettingsPage = {
  address: { kind: "organization", section: "organization-profile" },
  name: "address.organizationProfile",
  about: "organization.about",
  icon: "building",
  groups: [nameGroup],
  landmarks: [
    { key: "address", label: "organization.address", words: "organization.addressWords" },
    { key: "icon", label: "organization.icon", words: "organization.pictureWords" },
    { key: "logo", label: "organization.logo", words: "organization.pictureWords" },
    { key: "night-logo", label: "organization.nightLogo", words: "organization.pictureWords" },
    { key: "deactivate", label: "organization.deactivate", words: "organization.deactivateWords" },
  ],
  load: () => import("./OrganizationProfile.tsx").then(({ OrganizationProfile }) => OrganizationProfile),
};
