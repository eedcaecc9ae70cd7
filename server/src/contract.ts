/** Everything about the API that is pure: what the browser, the client and the tools load. */
export * from "./api/index.ts";
export * as channels from "./channels/contract.ts";
export * as groups from "./groups/contract.ts";
export * as messages from "./messages/contract.ts";
export * as realms from "./realms/contract.ts";
export * as registration from "./registration/contract.ts";
export * as settings from "./settings/contract.ts";
export * as users from "./users/contract.ts";
