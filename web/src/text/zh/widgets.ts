/** Polls, to-do lists, and messages that offer answers. */
import type { widgets as english } from "../en/widgets.ts";
import type { Translated } from "../translated.ts";

export const widgets: Translated<typeof english> = {
  votes: "{count, plural, =0 {暂无投票} other {# 票}}",
  optionVotes: "{option}，{count, plural, other {# 票}}",
  optionVotesWithOwn: "{option}，{count, plural, =1 {# 票，是你投的} other {# 票，包括你的一票}}",
  nobodyVoted: "还没有人",
  andOthers: "{names}，以及{count, plural, other {另外 # 人}}",
  poll: "投票",
  noQuestion: "还没有问题",
  editQuestion: "编辑问题",
  question: "问题",
  addOption: "添加选项",
  option: "选项",
  optionExists: "此选项已存在。",
  todo: "待办列表",
  noTitle: "任务",
  editTitle: "编辑标题",
  title: "标题",
  done: "已完成 {done, number}/{count, number}",
  addTask: "添加任务",
  task: "任务",
  description: "描述",
  taskExists: "此任务已存在。",
  tooMany: "列表已满。",
  add: "添加",
  save: "保存",
  notChanged: "未更改。{reason}",
};
