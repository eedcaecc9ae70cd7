export * from "./chapter.ts";
export * from "./client-profile.ts";
export * from "./decode.ts";
export * from "./errors.ts";
export * from "./event.ts";
export * from "./fields.ts";
export * from "./ids.ts";
export * from "./operation.ts";
