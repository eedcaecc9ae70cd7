/** The contract for the organization's icon and logos. */
import { badRequest, bool, operation, text, withDefault } from "../../../kernel/api/index.ts";
import { MustBeAdministrator } from "../../../kernel/http/gate.ts";
import { pictureErrors } from "../../pictures/contract.ts";

export const NotOneIcon = badRequest("You must upload exactly one icon.");
export const NotOneLogo = badRequest("You must upload exactly one logo.");

const night = withDefault(bool(), false, { note: "The logo for dark backgrounds." });

export const getRealmIcon = operation({
  method: "GET",
  path: "/realm/icon",
  summary: "Get the organization's icon.",
  response: { icon_url: text() },
});

export const setRealmIcon = operation({
  method: "POST",
  path: "/realm/icon",
  summary: "Upload an icon for the organization.",
  gate: "administrator",
  takesFile: true,
  audit: ["realm_picture_changed"],
  response: { icon_url: text() },
  errors: [MustBeAdministrator, NotOneIcon, ...pictureErrors],
});

export const deleteRealmIcon = operation({
  method: "DELETE",
  path: "/realm/icon",
  summary: "Remove the organization's icon; one generated from its name is shown again.",
  gate: "administrator",
  audit: ["realm_picture_changed"],
  response: { icon_url: text() },
  errors: [MustBeAdministrator],
});

export const getRealmLogo = operation({
  method: "GET",
  path: "/realm/logo",
  summary: "Get a logo of the organization.",
  params: { night },
  response: { logo_url: text() },
});

export const setRealmLogo = operation({
  method: "POST",
  path: "/realm/logo",
  summary: "Upload a logo for the organization.",
  gate: "administrator",
  takesFile: true,
  params: { night },
  audit: ["realm_picture_changed"],
  response: { logo_url: text() },
  errors: [MustBeAdministrator, NotOneLogo, ...pictureErrors],
});

export const deleteRealmLogo = operation({
  method: "DELETE",
  path: "/realm/logo",
  summary: "Remove a logo of the organization; one generated from its name is shown again.",
  gate: "administrator",
  params: { night },
  audit: ["realm_picture_changed"],
  response: { logo_url: text() },
  errors: [MustBeAdministrator],
});

export const realmPicturesState = {
  realm_icon_url: text(),
  realm_icon_source: text(),
  realm_logo_url: text(),
  realm_logo_source: text(),
  realm_night_logo_url: text(),
  realm_night_logo_source: text(),
};
