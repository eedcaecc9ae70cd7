/** The page of linkifiers. */
import type { linkifiers as english } from "../en/linkifiers.ts";
import type { Translated } from "../translated.ts";

export const linkifiers: Translated<typeof english> = {
  about: "消息和话题中会自动变为链接的文本，例如工单编号。",
  list: "自动链接规则",
  listWords: "模式 正则表达式 工单 议题 链接 添加 linkifier",
  listHelp: "多条规则匹配同一文本时，以列表中靠前的规则为准。",
  none: "暂无规则。",
  locked: "只有管理员可以更改自动链接规则。",
  add: "添加自动链接规则",
  editTitle: "编辑自动链接规则",
  save: "保存",
  pattern: "模式",
  patternHelp: "RE2 语法的正则表达式。请为各部分命名：(?P<id>…)",
  template: "URL 模板",
  templateHelp: "模式中每个命名的部分在此用花括号表示：{example}",
  removed: "已移除 {pattern}",
  try: "试用",
  tryWords: "测试 试用 预览 自动链接 linkifier",
  text: "试用文本",
  textHelp: "此文本只有你能看到。",
  textExample: "已在 #1234 中修复",
  found: "{count, plural, =0 {没有链接} other {# 个链接}}",
  links: "文本中的链接",
  by: "来自 {pattern}",
  tooSlow: "此模式处理该文本耗时过长。请简化模式。",
  badPattern: "正则表达式有误：{reason}",
  tooLarge: "模式过大。",
  badTemplate: "URL 模板无效。",
  groupNotInPattern: "URL 模板使用了“{group}”，但模式中没有这个部分。",
  groupNotInTemplate: "URL 模板没有使用模式中的“{group}”部分。",
};
