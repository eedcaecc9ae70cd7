import { badRequest } from "../../kernel/api/index.ts";

export const EmailChangesDisabled = badRequest("Email address changes are disabled in this organization.");
export const AddressCannotBeConfirmed = badRequest(
  "This server sends no email, so nobody can confirm that the new address is yours, as this organization requires. Ask an owner.",
);
