import { badRequest } from "../../kernel/api/index.ts";

export const ModerationChannelMustBePrivate = badRequest("Moderation request channel must be private.");
