import { ActionButton } from '../../blocks/action-button/action-button.js';
import { type Field, typed, type Values } from '../../blocks/action-button/action.js';
import type { InputOf } from '../../api/names.js';
import { businessTypeWords } from '../../texts/seller-words.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { sellerTexts } from './sellers.texts.js';

type BusinessType = keyof typeof businessTypeWords;

/** The fields of a bank account. */
function useAccountFields(): readonly Field[] {
  const t = useTexts(sellerTexts);
  return [
    { name: 'bankCode', kind: 'text', label: t.bankCode, hint: t.bankHint, pattern: /^\d{3}$/ },
    { name: 'accountNumber', kind: 'text', label: t.accountNumber, hint: t.digits, pattern: /^\d{1,14}$/ },
    { name: 'holderName', kind: 'text', label: t.holder },
  ];
}

const accountOf = ({ bankCode = '', accountNumber = '', holderName = '' }: Values) => ({
  bankCode: bankCode.trim() as InputOf<'changeSellerAccount'>['body']['bankCode'],
  accountNumber: accountNumber.trim(),
  holderName: holderName.trim(),
});

export function ApplySeller() {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  return (
    <ActionButton
      operation="applySeller"
      subject="new"
      label={t.apply}
      text={<p>{t.applyText}</p>}
      fields={[
        { name: 'sellerId', kind: 'text', label: l.seller, hint: t.sellerIdHint, pattern: /^[A-Za-z0-9_-]{1,40}$/ },
        { name: 'businessType', kind: 'choice', label: t.businessType, words: businessTypeWords },
        { name: 'name', kind: 'text', label: t.name },
        { name: 'representativeName', kind: 'text', label: t.representative, hint: t.businessOnly, isOptional: true },
        {
          name: 'registration',
          kind: 'text',
          label: t.registration,
          hint: t.registrationHint,
          pattern: /^\d{10}$/,
          isOptional: true,
        },
        { name: 'email', kind: 'text', label: t.email },
        { name: 'phone', kind: 'text', label: t.phone, hint: t.digits, pattern: /^\d{8,15}$/ },
        ...useAccountFields(),
      ]}
      input={(values) => ({ body: applicationOf(values) })}
    />
  );
}

function applicationOf(values: Values): InputOf<'applySeller'>['body'] {
  const representativeName = typed(values['representativeName']);
  const businessRegistrationNumber = typed(values['registration']);
  return {
    sellerId: (values['sellerId'] ?? '').trim(),
    businessType: values['businessType'] as BusinessType,
    name: (values['name'] ?? '').trim(),
    ...(representativeName !== undefined && { representativeName }),
    ...(businessRegistrationNumber !== undefined && { businessRegistrationNumber }),
    email: (values['email'] ?? '').trim(),
    phone: (values['phone'] ?? '').trim(),
    account: accountOf(values),
  };
}

export function ChangeAccount({ sellerId }: Readonly<{ sellerId: string }>) {
  const t = useTexts(sellerTexts);
  return (
    <ActionButton
      operation="changeSellerAccount"
      subject={sellerId}
      label={t.changeAccount}
      text={<p>{t.changeAccountText}</p>}
      fields={useAccountFields()}
      input={(values) => ({ params: { sellerId }, body: accountOf(values) })}
    />
  );
}
