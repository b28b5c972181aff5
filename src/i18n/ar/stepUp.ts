/** The own password again. */
export const stepUp = {
  title: 'تأكيد كلمة المرور',
  text: 'هذه العملية تمسّ حساب مدير، أو تنقل حساباً إلى صاحب آخر. اكتب كلمة مرور حسابك أنت لإتمامها، ولن تُطلب مرة أخرى لخمس دقائق.',
  password: 'كلمة المرور',
  passwordRequired: 'الرجاء إدخال كلمة المرور',
  confirm: 'تأكيد ومتابعة',
  checking: 'جارٍ التحقق…',
  wrongPassword: 'كلمة المرور غير صحيحة',
} as const;
