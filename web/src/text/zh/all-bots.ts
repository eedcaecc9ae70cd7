/** The page of everyone's bots. */
import type { allBots as english } from "../en/all-bots.ts";
import type { Translated } from "../translated.ts";

export const allBots: Translated<typeof english> = {
  about: "供程序使用的账号，以及各自的负责人。",
  lists: "机器人列表",
  all: "所有机器人",
  yours: "你的机器人",
  none: "没有机器人。",
  noneOfYours: "你没有机器人。",
  owner: "所有者",
  newOwner: "其他所有者",
  ownerHelp: "对机器人负责，并可查看其 API 密钥。",
  noOwner: "无",
  filterState: "要显示的机器人",
  active: "使用中",
  deactivated: "已停用",
  deactivatedBot: "已停用 {name}。",
  locked: "只有管理员和机器人的所有者可以更改它。",
};
