import type { Conversation } from "../script.ts";
import { companyTalk } from "./company.ts";
import { directTalk } from "./direct.ts";
import { engineeringTalk } from "./engineering.ts";
import { productTalk } from "./product.ts";

export const conversations: readonly Conversation[] = [
  ...engineeringTalk,
  ...productTalk,
  ...companyTalk,
  ...directTalk,
];
