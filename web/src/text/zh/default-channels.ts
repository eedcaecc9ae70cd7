/** The page of default channels. */
import type { defaultChannels as english } from "../en/default-channels.ts";
import type { Translated } from "../translated.ts";

export const defaultChannels: Translated<typeof english> = {
  about: "新用户加入时看到的频道。",
  words: "新用户 新人 新手 入职 自动订阅",
  help: "新用户会自动订阅这些频道。现有用户不受影响。",
  none: "没有默认频道。",
  add: "添加默认频道",
  groups: "频道组合",
  groupsWords: "默认频道组 新人 选择",
  groupsHelp: "新用户加入时，除默认频道外还可选择这些组合。",
  createGroup: "新建组合",
  noGroups: "还没有组合。",
  edit: "编辑",
  delete: "删除",
  deleteNamed: "删除 {name}",
  deleteQuestion: "删除 {name}？",
  deleteLoss: "其中的频道及订阅者会保留。新用户将无法再选择此组合。",
};
