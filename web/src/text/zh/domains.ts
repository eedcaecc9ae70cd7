/** The domains whose email addresses can join: a part of the page of the organization's settings. */
import type { domains as english } from "../en/domains.ts";
import type { Translated } from "../translated.ts";

export const domains: Translated<typeof english> = {
  title: "允许的邮箱域名",
  words: "邮箱 地址 域名 限制 子域名 domain",
  help: "只有使用这些域名邮箱的用户可以加入。",
  off: "仅当上方设置将新用户限制为这些域名时才生效。",
  noneRestricted: "添加域名之前，无人可以加入。",
  new: "域名",
  subdomains: "包含子域名",
  domain: "域名",
  subdomainsTitle: "子域名",
  subdomainsOf: "包含 {domain} 的子域名",
  allowed: "包含",
  notAllowed: "不包含",
  remove: "移除 {domain}",
  removed: "已移除 {domain}。",
  removedLast: "已移除 {domain}。这是最后一个域名，因此不再限制用户的域名。",
};
