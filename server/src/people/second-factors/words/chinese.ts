import type { SecondFactorWords } from "./english.ts";

export const chinese: SecondFactorWords = {
  secondFactor: "两步验证",
  code: "验证码",
  codeHint: "来自你的身份验证器应用，或使用一个恢复码。",
  wrongCode: "验证码错误或已被使用。请输入新的验证码。",
  passkeySignIn: "使用通行密钥登录",
  usePasskey: "使用通行密钥",
  notUsed: "未使用通行密钥：你已取消、操作超时，或此设备上没有可用的通行密钥。请重试，或使用其他方式登录。",
  signIn: "登录",
  back: "返回登录",
  setUp: "设置两步验证",
  required: (organization) => `${organization} 要求你的角色启用两步验证：除密码外，你还要用手机应用中的验证码登录。`,
  scan: "请用身份验证器应用扫描此码。",
  qrCode: "身份验证器应用的二维码",
  typeInstead: "无法扫描？请在应用中输入：",
  firstCode: "应用显示的验证码",
  tooLate: "等待时间过长。请扫描新的二维码。",
  turnOn: "启用",
  recoveryCodes: "保存你的恢复码",
  keepCodes:
    "如果丢失手机，每个恢复码可供你登录一次。请妥善保管：它们不会再次显示。其他应用和程序需要使用你的新 API 密钥。",
  goOn: "我已保存",

  changed: {
    subject: (organization) => `${organization} 的两步验证`,
    authenticator_added: "你的账号已添加身份验证器应用。今后登录时需要它的验证码。",
    authenticator_removed: "你的账号已移除身份验证器应用。",
    passkey_added: "你的账号已添加通行密钥。现在可以用它登录。",
    passkey_removed: "你的账号已移除一个通行密钥。",
    recovery_codes_replaced: "你的账号有了新的恢复码。之前的恢复码已失效。",
    recovery_code_used: "有人使用了你的一个恢复码。该恢复码不能再次使用。",
    removed_by_administrator: "管理员移除了你账号的第二验证因素。在重新设置之前，只用密码即可登录。",
    removed_by_operator: "服务器运维人员移除了你账号的第二验证因素。在重新设置之前，只用密码即可登录。",
    notYou: "如果不是你本人操作，请立即更改密码，并告知组织的管理员。",
  },
};
