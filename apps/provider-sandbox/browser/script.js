/**
 * A stand-in of the provider's browser script, versions 1 and 2: the version is that of the address. The page is left for the
 * sandbox's window, and the window leads back to the shop's addresses.
 */
(() => {
  const source = new URL(document.currentScript.src);
  const merchant = source.searchParams.get('merchant');
  const query = merchant === null ? '' : `?merchant=${encodeURIComponent(merchant)}`;

  class TossPaymentsError extends Error {
    constructor(code, message) {
      super(message);
      this.name = 'TossPaymentsError';
      this.code = code;
    }
  }

  /** The wallet's window; a bare amount is won. */
  const openWallet = ({ clientKey, customerKey, redirectUrl }, { amount, ...request }) =>
    openWindow('wallet', {
      ...request,
      amount: typeof amount === 'object' ? amount.value : amount,
      clientKey,
      customerKey,
      redirectUrl: absolute(redirectUrl),
    });

  /** Addresses may be relative to the shop's page. */
  const absolute = (address) => (address === undefined ? undefined : new URL(address, location.href).href);

  /** Asks for a window and goes there; like the real one, the returned promise settles only with a refusal. */
  async function openWindow(kind, request) {
    const body = { ...request, successUrl: absolute(request.successUrl), failUrl: absolute(request.failUrl) };
    const reply = await fetch(`${source.origin}/window/${kind}${query}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new TossPaymentsError(answer.code, answer.message);
    location.assign(answer.url);
    return new Promise(() => undefined);
  }

  const GROUPS = ['amount', 'card', 'virtualAccount', 'transfer', 'mobilePhone', 'foreignEasyPay', 'easyPay'];
  const CARD_CHOICES = [
    'cardInstallmentPlan',
    'maxCardInstallmentPlan',
    'useCardPoint',
    'cardCompany',
    'flowMode',
    'discountCode',
  ];

  /** What the script takes grouped by method is flat in the provider's API. */
  function flatPayment(request) {
    const { amount, card = {}, virtualAccount, transfer = {}, foreignEasyPay, easyPay } = request;
    const money = typeof amount === 'object' ? { amount: amount.value, currency: amount.currency } : { amount };
    const escrow = virtualAccount?.useEscrow ?? transfer.useEscrow ?? card.useEscrow;
    return {
      ...Object.fromEntries(Object.entries(request).filter(([name]) => !GROUPS.includes(name))),
      ...pick(card, CARD_CHOICES),
      ...pick(transfer, ['discountCode']),
      ...money,
      ...(escrow !== undefined && { useEscrow: escrow }),
      easyPay: foreignEasyPay?.provider ?? card.easyPay ?? (typeof easyPay === 'object' ? easyPay.provider : easyPay),
    };
  }

  const pick = (from, names) =>
    Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));

  const elementAt = (selector) => {
    const element = typeof selector === 'string' ? document.querySelector(selector) : selector;
    if (!element) throw new TossPaymentsError('INVALID_SELECTOR', `${selector} is not in the page`);
    return element;
  };

  /** Listeners by the name of their event. A listener that comes after an event still gets its latest value. */
  class Events {
    listeners = {};
    latest = {};

    on(name, listener) {
      (this.listeners[name] ??= []).push(listener);
      if (name in this.latest) queueMicrotask(() => listener(this.latest[name]));
    }

    emit(name, value) {
      this.latest[name] = value;
      for (const listener of this.listeners[name] ?? []) listener(value);
    }
  }

  const widgetMethods = {
    CARD: '카드·간편결제',
    VIRTUAL_ACCOUNT: '가상계좌',
    TRANSFER: '계좌이체',
    MOBILE_PHONE: '휴대폰',
  };

  const partOf = (element, events) => ({
    on: (name, listener) => events.on(name, listener),
    destroy: async () => element.replaceChildren(),
  });

  /** The widget: a choice of methods in the shop's own page. */
  class Widget {
    constructor(clientKey) {
      this.clientKey = clientKey;
    }

    get selected() {
      return { type: 'NORMAL', method: this.select?.value, code: this.select?.value };
    }

    get agreement() {
      const agreed = this.agreed?.checked ?? false;
      return { agreedRequiredTerms: agreed, terms: [{ id: 'sandbox-terms', agreed, required: true }] };
    }

    /** Draws the methods, and returns their part of the widget. */
    renderMethods(selector) {
      const events = new Events();
      const select = document.createElement('select');
      select.name = 'tosspayments-method';
      select.setAttribute('aria-label', '결제 수단');
      for (const [value, label] of Object.entries(widgetMethods)) select.append(new Option(label, value));
      const element = elementAt(selector);
      element.replaceChildren(select);
      this.select = select;
      select.addEventListener('change', () => events.emit('paymentMethodSelect', this.selected));
      events.emit('ready', undefined);
      events.emit('paymentMethodSelect', this.selected);
      return partOf(element, events);
    }

    /** Draws the agreement, and returns its part of the widget. */
    renderAgreement(selector) {
      const events = new Events();
      const label = document.createElement('label');
      const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: true });
      box.name = 'tosspayments-agreement';
      label.append(box, ' 결제 서비스 이용 약관에 동의합니다');
      const element = elementAt(selector);
      element.replaceChildren(label);
      this.agreed = box;
      box.addEventListener('change', () => events.emit('agreementStatusChange', this.agreement));
      events.emit('ready', undefined);
      events.emit('agreementStatusChange', this.agreement);
      return partOf(element, events);
    }

    request(request) {
      if (this.select === undefined)
        throw new TossPaymentsError('NOT_SELECTED_PAYMENT_METHOD', '결제 수단을 먼저 그려 주세요.');
      if (this.agreed?.checked === false)
        throw new TossPaymentsError('NEED_AGREEMENT_WITH_REQUIRED_TERMS', '필수 약관에 동의해 주세요.');
      return openWindow(
        'payments',
        flatPayment({ ...request, clientKey: this.clientKey, method: this.select.value, amount: this.amount }),
      );
    }
  }

  /** requestPayment's first argument may be a method in Korean or English, or the name of an easy-pay provider. */
  const easyPayNames = [
    '토스페이',
    '네이버페이',
    '삼성페이',
    '엘페이',
    '카카오페이',
    '페이코',
    'LG페이',
    'SSG페이',
    '애플페이',
    '핀페이',
  ];

  function TossPaymentsFirst(clientKey) {
    return {
      requestPayment(method, request) {
        const isEasyPay = easyPayNames.includes(method);
        const named = isEasyPay ? { method: '간편결제', easyPay: method } : { method };
        return openWindow('payments', flatPayment({ ...request, ...named, clientKey }));
      },
      requestBillingAuth: (method, request) => openWindow('billing', { ...request, method, clientKey }),
      cancelPayment: () => undefined,
    };
  }

  function PaymentWidget(clientKey) {
    const widget = new Widget(clientKey);
    return {
      renderPaymentMethods(selector, amount) {
        widget.amount = amount;
        return {
          ...widget.renderMethods(selector),
          updateAmount: (changed) => (widget.amount = changed),
          getSelectedPaymentMethod: () => widget.selected,
        };
      },
      renderAgreement: (selector) => ({
        ...widget.renderAgreement(selector),
        getAgreementStatus: () => widget.agreement,
      }),
      // As a refused promise, like every other refusal.
      requestPayment: async (request) => widget.request(request),
    };
  }
  PaymentWidget.ANONYMOUS = 'ANONYMOUS';

  const BrandPay = (clientKey, customerKey, { redirectUrl }) => ({
    requestPayment: (request) => openWallet({ clientKey, customerKey, redirectUrl }, request),
  });

  const firstVersion = { TossPayments: TossPaymentsFirst, PaymentWidget, BrandPay };

  function TossPaymentsSecond(clientKey) {
    return {
      payment: ({ customerKey } = {}) => ({
        requestPayment: (request) => openWindow('payments', flatPayment({ ...request, clientKey })),
        requestBillingAuth: (request) => openWindow('billing', { ...request, customerKey, clientKey }),
      }),
      brandpay: ({ customerKey, redirectUrl }) => ({
        requestPayment: (request) => openWallet({ clientKey, customerKey, redirectUrl }, request),
      }),
      widgets() {
        const widget = new Widget(clientKey);
        return {
          async setAmount(amount) {
            widget.amount = amount;
          },
          async renderPaymentMethods({ selector }) {
            return { ...widget.renderMethods(selector), getSelectedPaymentMethod: async () => widget.selected };
          },
          async renderAgreement({ selector }) {
            return widget.renderAgreement(selector);
          },
          requestPayment: async (request) => widget.request(request),
        };
      },
    };
  }
  TossPaymentsSecond.ANONYMOUS = 'ANONYMOUS';

  const secondVersion = { TossPayments: TossPaymentsSecond };

  Object.assign(window, source.pathname.startsWith('/js/v1') ? firstVersion : secondVersion);
})();
