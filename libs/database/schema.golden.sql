-- columns
gateway.cancel.id uuid not null
gateway.cancel.payment_id uuid not null
gateway.cancel.request_key text not null
gateway.cancel.amount bigint not null
gateway.cancel.reason text not null
gateway.cancel.state text not null
gateway.cancel.transaction_key text
gateway.cancel.canceled_at timestamp with time zone
gateway.cancel.refusal_code text
gateway.cancel.created_at timestamp with time zone not null
gateway.cancel.kind text not null default 'cancel'::text
gateway.cancel.allocation text not null default 'named'::text
gateway.cancel.refund text
gateway.cancel.refund_account_sealed text
gateway.cancel.lines_hash text
gateway.cancel.corrects uuid
gateway.cancel.allocated_at timestamp with time zone
gateway.cancel.given_back_at timestamp with time zone default GREATEST(canceled_at, allocated_at)
gateway.cancel.waiting_since timestamp with time zone
gateway.cancel.waiting_until timestamp with time zone
gateway.cancel.attempt integer not null default 1
gateway.cancel.request_id_abroad text
gateway.cancel_allocation.id uuid not null
gateway.cancel_allocation.cancel_id uuid not null
gateway.cancel_allocation.correction_id uuid
gateway.cancel_allocation.allocated_at timestamp with time zone not null
gateway.cancel_allocation.allocated_by text not null
gateway.cancel_allocation.reason text not null
gateway.cancel_allocation.before jsonb not null
gateway.cancel_allocation.after jsonb not null
gateway.cancel_line.cancel_id uuid not null
gateway.cancel_line.order_id text not null
gateway.cancel_line.line_id text not null
gateway.cancel_line.seller_id text not null
gateway.cancel_line.paid bigint not null
gateway.cancel_line.promotion bigint not null
gateway.cancel_line.commission bigint not null
gateway.cancel_line.commission_vat bigint not null
gateway.cancel_line.net bigint not null
gateway.cancel_line.tax_free bigint not null
gateway.cancel_line.from_payable bigint not null default 0
gateway.cancel_line.to_debt bigint not null default 0
gateway.cancel_line.fees bigint not null default 0
gateway.cancel_line.fee_vat bigint not null default 0
gateway.cancel_line.quantity integer not null default 0
gateway.order_line.order_id text not null
gateway.order_line.line_id text not null
gateway.order_line.position integer not null
gateway.order_line.seller_id text not null
gateway.order_line.category text not null
gateway.order_line.amount bigint not null
gateway.order_line.tax_free bigint not null
gateway.order_line.discount bigint not null
gateway.order_line.discount_by_seller bigint not null
gateway.order_line.paid bigint not null
gateway.order_line.promotion bigint not null
gateway.order_line.commission bigint not null
gateway.order_line.commission_vat bigint not null
gateway.order_line.net bigint not null
gateway.order_line.terms_from date not null
gateway.order_line.matures_on date
gateway.order_line.product_id text
gateway.order_line.fees bigint not null default 0
gateway.order_line.fee_vat bigint not null default 0
gateway.order_line.pricing jsonb not null
gateway.order_line.delivered_at timestamp with time zone
gateway.order_line.auto_confirms_at timestamp with time zone
gateway.order_line.confirmed_at timestamp with time zone
gateway.order_line.waits_from date
gateway.order_line.quantity integer not null default 1
gateway.order_line.ordered_at timestamp with time zone not null default now()
gateway.order_line_tranche.order_id text not null
gateway.order_line_tranche.line_id text not null
gateway.order_line_tranche.tranche smallint not null
gateway.order_line_tranche.seller_id text not null
gateway.order_line_tranche.share integer not null
gateway.order_line_tranche.matures_on date not null
gateway.orders.order_id text not null
gateway.orders.order_name text not null
gateway.orders.ordered_at timestamp with time zone not null
gateway.orders.currency character(3) not null
gateway.orders.total bigint not null
gateway.orders.tax_free bigint not null
gateway.orders.facts_hash text not null
gateway.orders.created_at timestamp with time zone not null
gateway.payment.id uuid not null
gateway.payment.order_id text
gateway.payment.payment_key text not null
gateway.payment.amount bigint not null
gateway.payment.canceled bigint not null default 0
gateway.payment.state text not null
gateway.payment.method text
gateway.payment.transaction_key text
gateway.payment.approved_at timestamp with time zone
gateway.payment.refusal_code text
gateway.payment.created_at timestamp with time zone not null
gateway.payment.provider_order_id text
gateway.payment.allocation text default 
CASE
    WHEN (order_id IS NULL) THEN 'unallocated'::text
    ELSE 'order'::text
END
gateway.payment.unallocated_because text
gateway.payment.currency character(3) not null default 'KRW'::bpchar
gateway.payment.side text not null default 'gateway'::text
gateway.payment.m_id text
gateway.payment.deposit_due timestamp with time zone
gateway.payment.allocated_at timestamp with time zone
gateway.payment.earned_at timestamp with time zone default GREATEST(approved_at, allocated_at)
gateway.payment_of_seller.seller_id text not null
gateway.payment_of_seller.created_at timestamp with time zone not null
gateway.payment_of_seller.payment_id uuid not null
gateway.sold_item.payment_key text not null
gateway.sold_item.position integer not null
gateway.sold_item.subject text not null
gateway.sold_item.kind text not null
gateway.sold_item.key text not null
gateway.sold_item.quantity integer not null
gateway.sold_item.unit_price bigint not null
gateway.sold_item.delivery bigint not null
gateway.sold_item.tax_free bigint not null
gateway.sold_item.sold_at timestamp with time zone not null
gateway.split.id uuid not null
gateway.split.kind text not null
gateway.split.key text not null
gateway.split.version integer not null
gateway.split.document jsonb not null
gateway.split.reason text not null
gateway.split.named_at timestamp with time zone not null
gateway.split.named_by text not null
ledger.account.code text not null
ledger.account.currency character(3) not null
ledger.account.kind ledger.account_kind not null
ledger.account.guarded boolean not null
ledger.account.balance bigint not null default 0
ledger.checkpoint.account_code text not null
ledger.checkpoint.currency character(3) not null
ledger.checkpoint.balance bigint not null
ledger.checkpoint.entries bigint not null
ledger.entry.posting_id bigint not null
ledger.entry.id bigint not null generated always as identity
ledger.entry.account_code text not null
ledger.entry.currency character(3) not null
ledger.entry.amount bigint not null
ledger.entry.effective_at timestamp with time zone not null
ledger.posting.id bigint not null generated always as identity
ledger.posting.key text not null
ledger.posting.template text not null
ledger.posting.facts_hash text not null
ledger.posting.effective_at timestamp with time zone not null
ledger.posting.created_at timestamp with time zone not null default clock_timestamp()
ledger.posting.txid xid8 not null default pg_current_xact_id()
ledger.seal.id bigint not null generated always as identity
ledger.seal.last_txid xid8 not null
ledger.seal.last_posting bigint not null
ledger.seal.postings bigint not null
ledger.seal.hash text not null
ledger.seal.created_at timestamp with time zone not null default clock_timestamp()
messaging.clock.one boolean not null default true
messaging.clock.reads timestamp with time zone not null
messaging.clock.anchored_at timestamp with time zone not null
messaging.erasure.id bigint not null generated always as identity
messaging.erasure.subject text not null
messaging.erasure.request text not null
messaging.erasure.asked_by text not null
messaging.erasure.asked_at timestamp with time zone not null
messaging.erasure.erased jsonb not null
messaging.erasure.kept jsonb not null
messaging.event.id uuid not null default uuidv7()
messaging.event.type text not null
messaging.event.entity_id text not null
messaging.event.sequence bigint not null
messaging.event.data jsonb not null
messaging.event.created_at timestamp with time zone not null
messaging.idempotency.caller text not null
messaging.idempotency.key text not null
messaging.idempotency.request text not null
messaging.idempotency.body_hash text not null
messaging.idempotency.started_at timestamp with time zone not null default clock_timestamp()
messaging.idempotency.status integer
messaging.idempotency.response jsonb
messaging.outbox.id bigint not null generated always as identity
messaging.outbox.job text not null
messaging.outbox.data jsonb not null
messaging.outbox.dedupe_key text
messaging.outbox.trace jsonb
messaging.outbox.run_at timestamp with time zone not null
messaging.outbox.created_at timestamp with time zone not null default clock_timestamp()
messaging.outbox.published_at timestamp with time zone
messaging.outbox.done_at timestamp with time zone
messaging.outbox.dead_at timestamp with time zone
messaging.outbox.error text
messaging.revival.id bigint not null generated always as identity
messaging.revival.outbox_id bigint not null
messaging.revival.job text not null
messaging.revival.died_at timestamp with time zone not null
messaging.revival.error text not null
messaging.revival.revived_by text not null
messaging.revival.revived_at timestamp with time zone not null default clock_timestamp()
messaging.schedule.name text not null
messaging.schedule.next_run_at timestamp with time zone not null
onboarding.account_change.id uuid not null
onboarding.account_change.number bigint not null generated always as identity
onboarding.account_change.seller_id text not null
onboarding.account_change.bank_code text not null
onboarding.account_change.account_masked text not null
onboarding.account_change.account_fingerprint text not null
onboarding.account_change.previous_bank_code text not null
onboarding.account_change.previous_masked text not null
onboarding.account_change.trusted_fingerprint text
onboarding.account_change.asked_by text not null
onboarding.account_change.asked_at timestamp with time zone not null
onboarding.account_change.state text not null
onboarding.account_change.refusal_code text
onboarding.account_change.taken_at timestamp with time zone
onboarding.account_change.payable_from timestamp with time zone
onboarding.account_change.decided_by text
onboarding.account_change.decided_at timestamp with time zone
onboarding.account_change.reason text
onboarding.seller.seller_id text not null
onboarding.seller.ref_seller_id text not null
onboarding.seller.business_type text not null
onboarding.seller.details_sealed text not null
onboarding.seller.bank_code text not null
onboarding.seller.account_sealed text not null
onboarding.seller.account_masked text not null
onboarding.seller.account_fingerprint text not null
onboarding.seller.pending_account_sealed text
onboarding.seller.facts_hash text not null
onboarding.seller.state text not null
onboarding.seller.refusal_code text
onboarding.seller.provider_seller_id text
onboarding.seller.provider_status text
onboarding.seller.revision integer not null default 1
onboarding.seller.polled_at timestamp with time zone not null
onboarding.seller.created_at timestamp with time zone not null
onboarding.seller.updated_at timestamp with time zone not null
onboarding.seller.account_held_until timestamp with time zone
onboarding.seller.account_changing boolean not null default (pending_account_sealed IS NOT NULL)
payouts.absent_listing.batch_id uuid not null
payouts.absent_listing.number integer not null
payouts.absent_listing.listed_at timestamp with time zone not null
payouts.absent_listing.from_date date not null
payouts.absent_listing.to_date date not null
payouts.absent_listing.payouts_listed integer not null
payouts.absent_listing.absent uuid[] not null
payouts.batch.id uuid not null
payouts.batch.run_id uuid not null
payouts.batch.state text not null
payouts.batch.idempotency_key text not null
payouts.batch.body jsonb not null
payouts.batch.body_hash text not null
payouts.batch.schedule_type text not null
payouts.batch.payout_date date not null
payouts.batch.fence bigint not null default 0
payouts.batch.sent_at timestamp with time zone
payouts.batch.answered_at timestamp with time zone
payouts.batch.rejection_code text
payouts.batch.resolve_at timestamp with time zone
payouts.batch.absent_listings integer not null default 0
payouts.batch.created_at timestamp with time zone not null
payouts.batch.suspected_of text
payouts.batch.waits_for uuid
payouts.commission_rule.id uuid not null
payouts.commission_rule.category text
payouts.commission_rule.product_id text
payouts.commission_rule.seller_id text
payouts.commission_rule.charge jsonb not null
payouts.commission_rule.effective_from date not null
payouts.commission_rule.effective_to date
payouts.commission_rule.created_at timestamp with time zone not null
payouts.commission_rule.created_by text not null
payouts.commission_rule.dimensions text not null default ((((COALESCE(('c'::text || category), ''::text) || '
'::text) || COALESCE(('p'::text || product_id), ''::text)) || '
'::text) || COALESCE(('s'::text || seller_id), ''::text))
payouts.commission_rule.ended_by text
payouts.debt_repayment.id uuid not null
payouts.debt_repayment.seller_id text not null
payouts.debt_repayment.amount bigint not null
payouts.debt_repayment.received_at timestamp with time zone not null
payouts.debt_repayment.reference text not null
payouts.debt_repayment.reason text not null
payouts.debt_repayment.recorded_by text not null
payouts.debt_repayment.recorded_at timestamp with time zone not null
payouts.debt_write_off.id uuid not null
payouts.debt_write_off.seller_id text not null
payouts.debt_write_off.amount bigint not null
payouts.debt_write_off.reason text not null
payouts.debt_write_off.state text not null
payouts.debt_write_off.requested_by text not null
payouts.debt_write_off.requested_at timestamp with time zone not null
payouts.debt_write_off.decided_by text
payouts.debt_write_off.decided_at timestamp with time zone
payouts.dispatch_control.one boolean not null default true
payouts.dispatch_control.halted boolean not null default false
payouts.dispatch_control.locked boolean not null default false
payouts.dispatch_control.compared_at timestamp with time zone
payouts.dispatch_control.compared_incarnation text
payouts.dispatch_decision.id bigint not null generated always as identity
payouts.dispatch_decision.action text not null
payouts.dispatch_decision.reason text not null
payouts.dispatch_decision.decided_by text not null
payouts.dispatch_decision.role text not null
payouts.dispatch_decision.decided_at timestamp with time zone not null
payouts.hold.id uuid not null
payouts.hold.seller_id text not null
payouts.hold.reason text not null
payouts.hold.detail text
payouts.hold.placed_at timestamp with time zone not null
payouts.hold.released_at timestamp with time zone
payouts.hold.scope text not null default 'SELLER'::text
payouts.hold.order_id text
payouts.hold.amount bigint
payouts.hold.release_on date
payouts.hold.placed_by text
payouts.hold.released_by text
payouts.hold.account_fingerprint text
payouts.holiday_override.id bigint not null generated always as identity
payouts.holiday_override.date date not null
payouts.holiday_override.kind text not null
payouts.holiday_override.name text not null
payouts.holiday_override.created_by text not null
payouts.holiday_override.created_at timestamp with time zone not null
payouts.limit_notice.seller_id text not null
payouts.limit_notice.week date not null
payouts.limit_notice.kind text not null
payouts.limit_notice.used bigint not null
payouts.limit_notice.due bigint not null
payouts.limit_notice.fits_on date
payouts.limit_notice.noticed_at timestamp with time zone not null
payouts.line_adjustment.change_id uuid not null
payouts.line_adjustment.order_id text not null
payouts.line_adjustment.line_id text not null
payouts.line_adjustment.step integer not null
payouts.line_adjustment.posted_at timestamp with time zone
payouts.line_adjustment.canceled bigint not null
payouts.line_adjustment.new_promotion bigint not null
payouts.line_adjustment.new_commission bigint not null
payouts.line_adjustment.new_commission_vat bigint not null
payouts.line_adjustment.new_fees bigint not null
payouts.line_adjustment.new_fee_vat bigint not null
payouts.line_adjustment.promotion bigint not null
payouts.line_adjustment.commission bigint not null
payouts.line_adjustment.commission_vat bigint not null
payouts.line_adjustment.fees bigint not null
payouts.line_adjustment.fee_vat bigint not null
payouts.line_adjustment.net bigint not null
payouts.line_adjustment.rule_id uuid
payouts.matured_line.order_id text not null
payouts.matured_line.line_id text not null
payouts.matured_line.seller_id text not null
payouts.matured_line.amount bigint not null
payouts.matured_line.matured_on date not null
payouts.matured_line.tranche smallint not null
payouts.matured_line.share integer not null
payouts.matured_line.posting_key text
payouts.parked_decision.id uuid not null
payouts.parked_decision.payout_id uuid not null
payouts.parked_decision.kind text not null
payouts.parked_decision.provider_payout_id text
payouts.parked_decision.reason text not null
payouts.parked_decision.state text not null
payouts.parked_decision.proposed_by text not null
payouts.parked_decision.proposed_at timestamp with time zone not null
payouts.parked_decision.decided_by text
payouts.parked_decision.decided_at timestamp with time zone
payouts.payout.id uuid not null
payouts.payout.ref_payout_id text not null
payouts.payout.run_id uuid not null
payouts.payout.statement_id uuid not null
payouts.payout.seller_id text not null
payouts.payout.provider_seller_id text not null
payouts.payout.account_fingerprint text not null
payouts.payout.amount bigint not null
payouts.payout.currency character(3) not null
payouts.payout.state text not null
payouts.payout.schedule_type text
payouts.payout.payout_date date
payouts.payout.batch_id uuid
payouts.payout.provider_payout_id text
payouts.payout.provider_status text
payouts.payout.failure_code text
payouts.payout.failure_class text
payouts.payout.created_at timestamp with time zone not null
payouts.payout.submitted_at timestamp with time zone
payouts.payout.finished_at timestamp with time zone
payouts.payout.observed_at timestamp with time zone
payouts.payout.absent_rounds integer not null default 0
payouts.payout.duplicate_rounds integer not null default 0
payouts.payout.not_before date
payouts.payout_override.id uuid not null
payouts.payout_override.seller_id text not null
payouts.payout_override.kind text not null
payouts.payout_override.business_date date not null
payouts.payout_override.reason text not null
payouts.payout_override.placed_by text not null
payouts.payout_override.placed_at timestamp with time zone not null
payouts.provider_finding.id bigint not null generated always as identity
payouts.provider_finding.provider_payout_id text not null
payouts.provider_finding.ref_payout_id text
payouts.provider_finding.destination text not null
payouts.provider_finding.seller_id text
payouts.provider_finding.kind text not null
payouts.provider_finding.amount bigint not null
payouts.provider_finding.provider_status text not null
payouts.provider_finding.payout_date date not null
payouts.provider_finding.our_state text
payouts.provider_finding.our_amount bigint
payouts.provider_finding.found_at timestamp with time zone not null
payouts.provider_finding.acknowledgement_id bigint
payouts.reserve_hold.id uuid not null
payouts.reserve_hold.seller_id text not null
payouts.reserve_hold.statement_id uuid not null
payouts.reserve_hold.amount bigint not null
payouts.reserve_hold.released bigint not null default 0
payouts.reserve_hold.release_on date
payouts.reserve_hold.created_at timestamp with time zone not null
payouts.reserve_release.decision_id uuid not null
payouts.reserve_release.reserve_id uuid not null
payouts.reserve_release.seller_id text not null
payouts.reserve_release.amount bigint not null
payouts.reserve_release.reason text not null
payouts.reserve_release.decided_by text not null
payouts.reserve_release.decided_at timestamp with time zone not null
payouts.rule_change.id uuid not null
payouts.rule_change.kind text not null
payouts.rule_change.rule_id uuid not null
payouts.rule_change.document jsonb not null
payouts.rule_change.effective_from date not null
payouts.rule_change.state text not null
payouts.rule_change.seller_count integer not null
payouts.rule_change.line_count integer not null
payouts.rule_change.net bigint not null
payouts.rule_change.moved bigint not null
payouts.rule_change.content_hash text not null
payouts.rule_change.proposed_by text not null
payouts.rule_change.proposed_at timestamp with time zone not null
payouts.rule_change.decided_by text
payouts.rule_change.decided_at timestamp with time zone
payouts.run.id uuid not null
payouts.run.business_date date not null
payouts.run.cutoff timestamp with time zone not null
payouts.run.state text not null
payouts.run.payout_count integer not null
payouts.run.total bigint not null
payouts.run.held_count integer not null
payouts.run.held_total bigint not null
payouts.run.content_hash text not null
payouts.run.drafted_by text not null
payouts.run.drafted_at timestamp with time zone not null
payouts.run.approved_by text
payouts.run.approved_at timestamp with time zone
payouts.run.closed_at timestamp with time zone
payouts.run.payout_fingerprint text
payouts.run.paused_reason text
payouts.run.paused_at timestamp with time zone
payouts.run.person_needed text[] not null default '{}'::text[]
payouts.run_decision.id bigint not null generated always as identity
payouts.run_decision.run_id uuid not null
payouts.run_decision.action text not null
payouts.run_decision.decided_by text not null
payouts.run_decision.role text not null
payouts.run_decision.decided_at timestamp with time zone not null
payouts.run_decision.content_hash text not null
payouts.run_decision.detail text
payouts.run_override.run_id uuid not null
payouts.run_override.kind text not null
payouts.run_override.reason text not null
payouts.run_override.placed_by text not null
payouts.run_override.role text not null
payouts.run_override.placed_at timestamp with time zone not null
payouts.seller_adjustment.id uuid not null
payouts.seller_adjustment.seller_id text not null
payouts.seller_adjustment.amount bigint not null
payouts.seller_adjustment.reason text not null
payouts.seller_adjustment.reference text
payouts.seller_adjustment.state text not null
payouts.seller_adjustment.proposed_by text not null
payouts.seller_adjustment.proposed_at timestamp with time zone not null
payouts.seller_adjustment.decided_by text
payouts.seller_adjustment.decided_at timestamp with time zone
payouts.seller_adjustment.alone_limit bigint
payouts.seller_adjustment.to_debt bigint not null default 0
payouts.seller_terms.seller_id text not null
payouts.seller_terms.effective_from date not null
payouts.seller_terms.created_at timestamp with time zone not null
payouts.seller_terms.document jsonb not null
payouts.seller_terms.cycle text default (document ->> 'cycle'::text)
payouts.seller_terms.date_policy text default (document ->> 'datePolicy'::text)
payouts.seller_terms.set_by text
payouts.stated_debt.entry_id bigint not null
payouts.stated_debt.statement_id uuid not null
payouts.stated_debt.amount bigint not null
payouts.statement.id uuid not null
payouts.statement.run_id uuid not null
payouts.statement.seller_id text not null
payouts.statement.business_date date not null
payouts.statement.opening bigint not null
payouts.statement.movements bigint not null
payouts.statement.payout_amount bigint not null
payouts.statement.carried bigint not null
payouts.statement.hold_reason text
payouts.statement.created_at timestamp with time zone not null
payouts.statement.reserve_released bigint not null default 0
payouts.statement.debt_netted bigint not null default 0
payouts.statement.withheld bigint not null default 0
payouts.statement.reserve_held bigint not null default 0
payouts.statement.held_back bigint not null default 0
payouts.statement.taxable bigint not null default 0
payouts.statement.taxable_to_date bigint not null default 0
payouts.statement.withheld_to_date bigint not null default 0
payouts.statement.stated_through bigint not null default 0
payouts.statement.txid xid8 not null default pg_current_xact_id()
payouts.statement_line.entry_id bigint not null
payouts.statement_line.statement_id uuid not null
payouts.statement_line.posting_key text not null
payouts.statement_line.amount bigint not null
payouts.tax_invoice.id uuid not null
payouts.tax_invoice.seller_id text not null
payouts.tax_invoice.month date not null
payouts.tax_invoice.kind text not null
payouts.tax_invoice.commission bigint not null
payouts.tax_invoice.fees bigint not null
payouts.tax_invoice.supply bigint not null
payouts.tax_invoice.vat bigint not null
payouts.tax_invoice.total bigint not null
payouts.tax_invoice.state text not null
payouts.tax_invoice.issue_by date not null
payouts.tax_invoice.external_reference text
payouts.tax_invoice.cancel_reason text
payouts.tax_invoice.drafted_at timestamp with time zone not null
payouts.tax_invoice.issued_at timestamp with time zone
payouts.tax_invoice.sent_at timestamp with time zone
payouts.tax_invoice.canceled_at timestamp with time zone
payouts.terms_change.id uuid not null
payouts.terms_change.seller_id text not null
payouts.terms_change.effective_from date not null
payouts.terms_change.document jsonb
payouts.terms_change.is_estimate boolean not null
payouts.terms_change.state text not null
payouts.terms_change.line_count integer not null
payouts.terms_change.promotion bigint not null
payouts.terms_change.commission bigint not null
payouts.terms_change.commission_vat bigint not null
payouts.terms_change.fees bigint not null
payouts.terms_change.fee_vat bigint not null
payouts.terms_change.net bigint not null
payouts.terms_change.content_hash text not null
payouts.terms_change.proposed_by text not null
payouts.terms_change.proposed_at timestamp with time zone not null
payouts.terms_change.decided_by text
payouts.terms_change.decided_at timestamp with time zone
payouts.terms_change.approval integer
payouts.terms_change.rule_change_id uuid
public.schema_migration.id integer not null default nextval('schema_migration_id_seq'::regclass)
public.schema_migration.timestamp bigint not null
public.schema_migration.name character varying not null
reconciliation.balance_proof.business_date date not null
reconciliation.balance_proof.ledger_pending bigint not null
reconciliation.balance_proof.ledger_available bigint not null
reconciliation.balance_proof.in_flight bigint not null
reconciliation.balance_proof.provider_pending bigint not null
reconciliation.balance_proof.provider_available bigint not null
reconciliation.balance_proof.proven boolean not null default ((GREATEST(ledger_pending, (0)::bigint) = provider_pending) AND (GREATEST((ledger_available - in_flight), (0)::bigint) = provider_available))
reconciliation.balance_proof.taken_at timestamp with time zone not null
reconciliation.balance_proof.account text not null default ''::text
reconciliation.break.id uuid not null default gen_random_uuid()
reconciliation.break.class text not null
reconciliation.break.subject text not null
reconciliation.break.business_date date not null
reconciliation.break.expected text
reconciliation.break.found text
reconciliation.break.opened_at timestamp with time zone not null
reconciliation.break.announced boolean not null default false
reconciliation.break.resolved_at timestamp with time zone
reconciliation.break.resolution text
reconciliation.break_resolution.break_id uuid not null
reconciliation.break_resolution.reason text not null
reconciliation.break_resolution.evidence text not null
reconciliation.break_resolution.resolved_by text not null
reconciliation.break_resolution.resolved_at timestamp with time zone not null
reconciliation.download.id bigint not null generated always as identity
reconciliation.download.business_date date not null
reconciliation.download.source text not null
reconciliation.download.day date not null
reconciliation.download.pass integer not null default 1
reconciliation.download.cursor text
reconciliation.download.rows bigint not null default 0
reconciliation.download.done boolean not null default false
reconciliation.download.account text not null default ''::text
reconciliation.run.business_date date not null
reconciliation.run.state text not null
reconciliation.run.started_at timestamp with time zone not null
reconciliation.run.finished_at timestamp with time zone
reconciliation.settlement.transaction_key text not null
reconciliation.settlement.payment_key text not null
reconciliation.settlement.order_id text not null
reconciliation.settlement.method text not null
reconciliation.settlement.currency character(3) not null
reconciliation.settlement.amount bigint not null
reconciliation.settlement.fee bigint not null
reconciliation.settlement.fees bigint not null
reconciliation.settlement.supply_amount bigint not null
reconciliation.settlement.vat bigint not null
reconciliation.settlement.pay_out_amount bigint not null
reconciliation.settlement.occurred_on date not null
reconciliation.settlement.sold_date date not null
reconciliation.settlement.paid_out_date date not null
reconciliation.settlement.pending_from date not null
reconciliation.settlement.state text not null default 'imported'::text
reconciliation.settlement.download_id bigint not null
reconciliation.settlement.copies integer not null default 1
reconciliation.settlement.account text not null default ''::text
reconciliation.transaction.transaction_key text not null
reconciliation.transaction.payment_key text not null
reconciliation.transaction.order_id text not null
reconciliation.transaction.method text not null
reconciliation.transaction.status text not null
reconciliation.transaction.currency character(3) not null
reconciliation.transaction.amount bigint not null
reconciliation.transaction.transaction_at timestamp with time zone not null
reconciliation.transaction.business_date date not null
reconciliation.transaction.account text not null default ''::text
webhooks.delivery.endpoint_id uuid not null
webhooks.delivery.event_id uuid not null
webhooks.delivery.state text not null
webhooks.delivery.attempts integer not null default 0
webhooks.delivery.next_at timestamp with time zone not null
webhooks.delivery.last_status integer
webhooks.delivery.last_error text
webhooks.delivery.delivered_at timestamp with time zone
webhooks.endpoint.id uuid not null
webhooks.endpoint.url text not null
webhooks.endpoint.event_types text[] not null
webhooks.endpoint.secret_sealed text not null
webhooks.endpoint.enabled boolean not null default true
webhooks.endpoint.created_at timestamp with time zone not null
webhooks.inbox.id uuid not null default gen_random_uuid()
webhooks.inbox.dedupe_key text not null
webhooks.inbox.event_type text
webhooks.inbox.signature text not null
webhooks.inbox.retried_count integer
webhooks.inbox.headers jsonb not null
webhooks.inbox.body bytea
webhooks.inbox.received_at timestamp with time zone not null
webhooks.inbox.body_sealed text
webhooks.inbox.sealed_by text
webhooks.inbox.transmission_id text
webhooks.inbox.subject text
webhooks.inbox.left_alone text
webhooks.look.subject text not null
webhooks.look.due_at timestamp with time zone not null

-- constraints
gateway.cancel cancel_allocation_check: CHECK ((allocation = ANY (ARRAY['named'::text, 'assumed'::text])))
gateway.cancel cancel_amount_check: CHECK (
CASE kind
    WHEN 'correction'::text THEN (amount = 0)
    ELSE ((amount <> 0) AND ((amount < 0) = (kind = 'redeposit'::text)))
END)
gateway.cancel cancel_corrects_fkey: FOREIGN KEY (corrects) REFERENCES gateway.cancel(id)
gateway.cancel cancel_kind_check: CHECK ((kind = ANY (ARRAY['cancel'::text, 'withdrawal'::text, 'redeposit'::text, 'correction'::text])))
gateway.cancel cancel_payment_id_fkey: FOREIGN KEY (payment_id) REFERENCES gateway.payment(id)
gateway.cancel cancel_pkey: PRIMARY KEY (id)
gateway.cancel cancel_refund_check: CHECK ((refund = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
gateway.cancel cancel_request_id_abroad_check: CHECK (((length(request_id_abroad) >= 6) AND (length(request_id_abroad) <= 64)))
gateway.cancel cancel_request_key_key: UNIQUE (request_key)
gateway.cancel cancel_transaction_key_key: UNIQUE (transaction_key)
gateway.cancel correction_names_its_cancel: CHECK (((kind = 'correction'::text) = (corrects IS NOT NULL)))
gateway.cancel waiting_began: CHECK (((waiting_until IS NULL) OR (waiting_since IS NOT NULL)))
gateway.cancel_allocation allocated_by_is_actor: CHECK ((allocated_by ~ '^(key|person|system|earlier):.'::text))
gateway.cancel_allocation cancel_allocation_cancel_id_fkey: FOREIGN KEY (cancel_id) REFERENCES gateway.cancel(id)
gateway.cancel_allocation cancel_allocation_correction_id_fkey: FOREIGN KEY (correction_id) REFERENCES gateway.cancel(id)
gateway.cancel_allocation cancel_allocation_correction_id_key: UNIQUE (correction_id)
gateway.cancel_allocation cancel_allocation_pkey: PRIMARY KEY (id)
gateway.cancel_line cancel_line_cancel_id_fkey: FOREIGN KEY (cancel_id) REFERENCES gateway.cancel(id)
gateway.cancel_line cancel_line_order_id_line_id_fkey: FOREIGN KEY (order_id, line_id) REFERENCES gateway.order_line(order_id, line_id)
gateway.cancel_line cancel_line_paid_check: CHECK ((paid <> 0))
gateway.cancel_line cancel_line_pkey: PRIMARY KEY (cancel_id, line_id)
gateway.cancel_line net_adds_up: CHECK ((net = (((((paid + promotion) - commission) - commission_vat) - fees) - fee_vat)))
gateway.order_line net_adds_up: CHECK (((net >= 0) AND (net = (((((paid + promotion) - commission) - commission_vat) - fees) - fee_vat))))
gateway.order_line order_line_amount_check: CHECK ((amount > 0))
gateway.order_line order_line_check: CHECK (((tax_free >= 0) AND (tax_free <= paid)))
gateway.order_line order_line_check1: CHECK (((discount >= 0) AND (discount <= (amount - 1))))
gateway.order_line order_line_check2: CHECK (((discount_by_seller >= 0) AND (discount_by_seller <= discount)))
gateway.order_line order_line_check3: CHECK ((paid = (amount - discount)))
gateway.order_line order_line_check4: CHECK ((promotion = (discount - discount_by_seller)))
gateway.order_line order_line_commission_check: CHECK ((commission >= 0))
gateway.order_line order_line_commission_vat_check: CHECK ((commission_vat >= 0))
gateway.order_line order_line_fee_vat_check: CHECK ((fee_vat >= 0))
gateway.order_line order_line_fees_check: CHECK ((fees >= 0))
gateway.order_line order_line_order_id_fkey: FOREIGN KEY (order_id) REFERENCES gateway.orders(order_id)
gateway.order_line order_line_pkey: PRIMARY KEY (order_id, line_id)
gateway.order_line order_line_quantity_check: CHECK ((quantity >= 1))
gateway.order_line_tranche order_line_tranche_order_id_line_id_fkey: FOREIGN KEY (order_id, line_id) REFERENCES gateway.order_line(order_id, line_id)
gateway.order_line_tranche order_line_tranche_pkey: PRIMARY KEY (order_id, line_id, tranche)
gateway.order_line_tranche order_line_tranche_share_check: CHECK (((share >= 1) AND (share <= 100000)))
gateway.order_line_tranche order_line_tranche_tranche_check: CHECK ((tranche >= 1))
gateway.orders orders_check: CHECK (((tax_free >= 0) AND (tax_free <= total)))
gateway.orders orders_order_id_check: CHECK ((order_id ~ '^[A-Za-z0-9_=-]{6,64}$'::text))
gateway.orders orders_pkey: PRIMARY KEY (order_id)
gateway.orders orders_total_check: CHECK ((total > 0))
gateway.payment payment_amount_check: CHECK ((amount > 0))
gateway.payment payment_check: CHECK (((canceled >= 0) AND (canceled <= amount)))
gateway.payment payment_has_an_order: CHECK (((order_id IS NOT NULL) OR (provider_order_id IS NOT NULL)))
gateway.payment payment_order_id_fkey: FOREIGN KEY (order_id) REFERENCES gateway.orders(order_id)
gateway.payment payment_payment_key_key: UNIQUE (payment_key)
gateway.payment payment_pkey: PRIMARY KEY (id)
gateway.payment payment_side_check: CHECK ((side = ANY (ARRAY['gateway'::text, 'provider'::text])))
gateway.payment payment_unallocated_because_check: CHECK ((unallocated_because = ANY (ARRAY['NO_ORDER'::text, 'AMOUNT_DIFFERS'::text, 'FOREIGN_CURRENCY'::text, 'ORDER_PAID'::text, 'SPLIT_MISSING'::text, 'SPLIT_MISMATCH'::text, 'SPLIT_REFUSED'::text])))
gateway.payment won_alone_is_allocated: CHECK (((order_id IS NULL) OR (currency = 'KRW'::bpchar)))
gateway.payment_of_seller payment_of_seller_pkey: PRIMARY KEY (seller_id, created_at, payment_id)
gateway.sold_item sold_item_delivery_check: CHECK ((delivery >= 0))
gateway.sold_item sold_item_kind_check: CHECK ((kind = ANY (ARRAY['product'::text, 'ars'::text])))
gateway.sold_item sold_item_pkey: PRIMARY KEY (payment_key, "position")
gateway.sold_item sold_item_quantity_check: CHECK ((quantity > 0))
gateway.sold_item sold_item_tax_free_check: CHECK ((tax_free >= 0))
gateway.sold_item sold_item_unit_price_check: CHECK ((unit_price >= 0))
gateway.split named_by_is_actor: CHECK ((named_by ~ '^(key|person|system|earlier):.'::text))
gateway.split split_kind_check: CHECK ((kind = ANY (ARRAY['product'::text, 'ars'::text])))
gateway.split split_kind_key_version_key: UNIQUE (kind, key, version)
gateway.split split_pkey: PRIMARY KEY (id)
gateway.split split_version_check: CHECK ((version > 0))
ledger.account account_pkey: PRIMARY KEY (code, currency)
ledger.account no_overdraft: CHECK (((NOT guarded) OR (NOT ledger.is_overdrawn((kind)::text, balance))))
ledger.checkpoint checkpoint_pkey: PRIMARY KEY (account_code, currency)
ledger.entry balanced: TRIGGER DEFERRABLE INITIALLY DEFERRED
ledger.entry entry_amount_check: CHECK ((amount <> 0))
ledger.entry entry_pkey: PRIMARY KEY (posting_id, id)
ledger.posting posting_key_key: UNIQUE (key)
ledger.posting posting_pkey: PRIMARY KEY (id)
ledger.seal seal_pkey: PRIMARY KEY (id)
ledger.seal seal_postings_check: CHECK ((postings > 0))
messaging.clock clock_one_check: CHECK (one)
messaging.clock clock_pkey: PRIMARY KEY (one)
messaging.erasure asked_by_is_actor: CHECK ((asked_by ~ '^(key|person|system|earlier):.'::text))
messaging.erasure erasure_pkey: PRIMARY KEY (id)
messaging.erasure erasure_request_check: CHECK ((request ~ '^[A-Za-z0-9._-]{1,64}$'::text))
messaging.event event_entity_id_type_sequence_key: UNIQUE (entity_id, type, sequence)
messaging.event event_pkey: PRIMARY KEY (id)
messaging.idempotency caller_is_actor: CHECK ((caller ~ '^(key|person):.'::text))
messaging.idempotency idempotency_pkey: PRIMARY KEY (caller, key)
messaging.outbox ids_only: CHECK ((octet_length((data)::text) <= 4096))
messaging.outbox outbox_pkey: PRIMARY KEY (id)
messaging.revival revival_pkey: PRIMARY KEY (id)
messaging.revival revived_by_is_actor: CHECK ((revived_by ~ '^(key|person|system|earlier):.'::text))
messaging.schedule schedule_pkey: PRIMARY KEY (name)
onboarding.account_change account_change_number_key: UNIQUE (number)
onboarding.account_change account_change_pkey: PRIMARY KEY (id)
onboarding.account_change account_change_seller_id_fkey: FOREIGN KEY (seller_id) REFERENCES onboarding.seller(seller_id)
onboarding.account_change account_change_state_check: CHECK ((state = ANY (ARRAY['asked'::text, 'refused'::text, 'trusted'::text, 'waiting'::text, 'confirmed'::text, 'rejected'::text, 'replaced'::text])))
onboarding.account_change asked_by_is_actor: CHECK ((asked_by ~ '^(key|person|system|earlier):.'::text))
onboarding.account_change decided: CHECK (((state = ANY (ARRAY['confirmed'::text, 'rejected'::text])) = ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL) AND (reason IS NOT NULL))))
onboarding.account_change decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
onboarding.account_change knows_what_to_trust: CHECK (((taken_at IS NULL) = (trusted_fingerprint IS NULL)))
onboarding.account_change second_person: CHECK (((state <> 'confirmed'::text) OR ((decided_by <> asked_by) AND (decided_by ~~ 'person:%'::text))))
onboarding.account_change taken: CHECK (((state = ANY (ARRAY['asked'::text, 'refused'::text])) = (taken_at IS NULL)))
onboarding.account_change waits: CHECK (((state <> 'waiting'::text) OR (payable_from IS NULL) OR (payable_from > taken_at)))
onboarding.seller seller_business_type_check: CHECK ((business_type = ANY (ARRAY['INDIVIDUAL'::text, 'INDIVIDUAL_BUSINESS'::text, 'CORPORATE'::text])))
onboarding.seller seller_pkey: PRIMARY KEY (seller_id)
onboarding.seller seller_provider_seller_id_key: UNIQUE (provider_seller_id)
onboarding.seller seller_ref_seller_id_check: CHECK (((length(ref_seller_id) >= 7) AND (length(ref_seller_id) <= 20)))
onboarding.seller seller_ref_seller_id_key: UNIQUE (ref_seller_id)
onboarding.seller seller_seller_id_check: CHECK ((seller_id ~ '^[A-Za-z0-9_-]{1,40}$'::text))
payouts.absent_listing absent_listing_attempt_id_fkey: FOREIGN KEY (batch_id) REFERENCES payouts.batch(id)
payouts.absent_listing absent_listing_number_check: CHECK ((number > 0))
payouts.absent_listing absent_listing_payouts_listed_check: CHECK ((payouts_listed >= 0))
payouts.absent_listing absent_listing_pkey: PRIMARY KEY (batch_id, number)
payouts.batch attempt_idempotency_key_key: UNIQUE (idempotency_key)
payouts.batch attempt_pkey: PRIMARY KEY (id)
payouts.batch attempt_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.batch attempt_state_check: CHECK ((state = ANY (ARRAY['prepared'::text, 'sending'::text, 'accepted'::text, 'rejected'::text, 'unknown'::text, 'resolved'::text])))
payouts.batch attempt_waits_for_fkey: FOREIGN KEY (waits_for) REFERENCES payouts.batch(id)
payouts.batch only_suspects_wait: CHECK (((waits_for IS NULL) OR (suspected_of IS NOT NULL)))
payouts.commission_rule commission_rule_pkey: PRIMARY KEY (id)
payouts.commission_rule created_by_is_actor: CHECK ((created_by ~ '^(key|person|system|earlier):.'::text))
payouts.commission_rule ended_by_is_actor: CHECK ((ended_by ~ '^(key|person|system|earlier):.'::text))
payouts.commission_rule ends_after_it_starts: CHECK ((effective_to > effective_from))
payouts.commission_rule names_a_dimension: CHECK ((num_nonnulls(category, product_id, seller_id) > 0))
payouts.commission_rule one_rule_at_a_time: EXCLUDE USING gist (numrange((hashtextextended(dimensions, (0)::bigint))::numeric, (hashtextextended(dimensions, (0)::bigint))::numeric, '[]'::text) WITH &&, daterange(effective_from, effective_to) WITH &&)
payouts.debt_repayment debt_repayment_amount_check: CHECK ((amount > 0))
payouts.debt_repayment debt_repayment_pkey: PRIMARY KEY (id)
payouts.debt_repayment recorded_by_is_actor: CHECK ((recorded_by ~ '^(key|person|system|earlier):.'::text))
payouts.debt_repayment repayment_once: UNIQUE (reference)
payouts.debt_write_off debt_write_off_amount_check: CHECK ((amount > 0))
payouts.debt_write_off debt_write_off_pkey: PRIMARY KEY (id)
payouts.debt_write_off debt_write_off_state_check: CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text])))
payouts.debt_write_off decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.debt_write_off decided_when_not_requested: CHECK ((((state = 'requested'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
payouts.debt_write_off requested_by_is_actor: CHECK ((requested_by ~ '^(key|person|system|earlier):.'::text))
payouts.debt_write_off second_person: CHECK (((state <> 'approved'::text) OR payouts.is_second_person(requested_by, decided_by)))
payouts.dispatch_control dispatch_control_one_check: CHECK (one)
payouts.dispatch_control dispatch_control_pkey: PRIMARY KEY (one)
payouts.dispatch_decision by_person: CHECK (((action <> ALL (ARRAY['resumed'::text, 'acknowledged'::text])) OR (decided_by ~ '^(person|earlier):'::text)))
payouts.dispatch_decision decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.dispatch_decision dispatch_decision_action_check: CHECK ((action = ANY (ARRAY['halted'::text, 'resumed'::text, 'locked'::text, 'acknowledged'::text])))
payouts.dispatch_decision dispatch_decision_pkey: PRIMARY KEY (id)
payouts.hold hold_amount_check: CHECK ((amount > 0))
payouts.hold hold_names_its_scope: CHECK ((((scope = 'ORDER'::text) = (order_id IS NOT NULL)) AND ((scope = 'AMOUNT'::text) = (amount IS NOT NULL))))
payouts.hold hold_pkey: PRIMARY KEY (id)
payouts.hold hold_scope_check: CHECK ((scope = ANY (ARRAY['SELLER'::text, 'ORDER'::text, 'AMOUNT'::text])))
payouts.hold placed_by_is_actor: CHECK ((placed_by ~ '^(key|person|system|earlier):.'::text))
payouts.hold released_by_is_actor: CHECK ((released_by ~ '^(key|person|system|earlier):.'::text))
payouts.holiday_override created_by_is_actor: CHECK ((created_by ~ '^(key|person|system|earlier):.'::text))
payouts.holiday_override holiday_override_kind_check: CHECK ((kind = ANY (ARRAY['add'::text, 'remove'::text])))
payouts.holiday_override holiday_override_pkey: PRIMARY KEY (id)
payouts.limit_notice limit_notice_kind_check: CHECK ((kind = ANY (ARRAY['NEAR'::text, 'REACHED'::text])))
payouts.limit_notice limit_notice_pkey: PRIMARY KEY (seller_id, week, kind)
payouts.line_adjustment line_adjustment_canceled_check: CHECK ((canceled >= 0))
payouts.line_adjustment line_adjustment_change_id_fkey: FOREIGN KEY (change_id) REFERENCES payouts.terms_change(id) DEFERRABLE INITIALLY DEFERRED
payouts.line_adjustment line_adjustment_check: CHECK (((step = 0) = (posted_at IS NULL)))
payouts.line_adjustment line_adjustment_check1: CHECK ((net = ((((promotion - commission) - commission_vat) - fees) - fee_vat)))
payouts.line_adjustment line_adjustment_order_id_line_id_fkey: FOREIGN KEY (order_id, line_id) REFERENCES gateway.order_line(order_id, line_id)
payouts.line_adjustment line_adjustment_pkey: PRIMARY KEY (change_id, order_id, line_id, step)
payouts.line_adjustment line_adjustment_step_check: CHECK ((step >= 0))
payouts.matured_line matured_line_amount_check: CHECK ((amount >= 0))
payouts.matured_line matured_line_pkey: PRIMARY KEY (order_id, line_id, tranche)
payouts.matured_line posted_if_anything: CHECK (((amount > 0) = (posting_key IS NOT NULL)))
payouts.parked_decision decided: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'proposed'::text) = (decided_at IS NULL))))
payouts.parked_decision decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.parked_decision parked_decision_check: CHECK (((kind = 'MADE'::text) = (provider_payout_id IS NOT NULL)))
payouts.parked_decision parked_decision_kind_check: CHECK ((kind = ANY (ARRAY['NEVER_MADE'::text, 'MADE'::text, 'SEND_AGAIN'::text])))
payouts.parked_decision parked_decision_payout_id_fkey: FOREIGN KEY (payout_id) REFERENCES payouts.payout(id)
payouts.parked_decision parked_decision_pkey: PRIMARY KEY (id)
payouts.parked_decision parked_decision_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text])))
payouts.parked_decision proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
payouts.parked_decision second_person: CHECK (((state <> 'approved'::text) OR payouts.is_second_person(proposed_by, decided_by)))
payouts.payout payout_absent_rounds_check: CHECK ((absent_rounds >= 0))
payouts.payout payout_amount_check: CHECK (((amount > 0) AND (amount < 1000000000)))
payouts.payout payout_duplicate_rounds_check: CHECK ((duplicate_rounds >= 0))
payouts.payout payout_failure_class_check: CHECK ((failure_class = ANY (ARRAY['retry'::text, 'seller_must_act'::text, 'terminal'::text])))
payouts.payout payout_pkey: PRIMARY KEY (id)
payouts.payout payout_provider_payout_id_key: UNIQUE (provider_payout_id)
payouts.payout payout_ref_payout_id_check: CHECK ((length(ref_payout_id) <= 50))
payouts.payout payout_ref_payout_id_key: UNIQUE (ref_payout_id)
payouts.payout payout_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.payout payout_schedule_type_check: CHECK ((schedule_type = ANY (ARRAY['EXPRESS'::text, 'SCHEDULED'::text])))
payouts.payout payout_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id)
payouts.payout_override payout_override_kind_check: CHECK ((kind = 'BELOW_MINIMUM'::text))
payouts.payout_override payout_override_pkey: PRIMARY KEY (id)
payouts.payout_override payout_override_seller_id_kind_business_date_key: UNIQUE (seller_id, kind, business_date)
payouts.payout_override placed_by_is_actor: CHECK ((placed_by ~ '^(key|person|system|earlier):.'::text))
payouts.provider_finding known_or_not: CHECK ((((kind = 'UNKNOWN_PAYOUT'::text) = (our_state IS NULL)) AND ((our_state IS NULL) = (our_amount IS NULL))))
payouts.provider_finding provider_finding_acknowledgement_id_fkey: FOREIGN KEY (acknowledgement_id) REFERENCES payouts.dispatch_decision(id)
payouts.provider_finding provider_finding_kind_check: CHECK ((kind = ANY (ARRAY['UNKNOWN_PAYOUT'::text, 'NEVER_SENT'::text, 'OTHER_CONTENT'::text])))
payouts.provider_finding provider_finding_pkey: PRIMARY KEY (id)
payouts.provider_finding provider_finding_provider_payout_id_key: UNIQUE (provider_payout_id)
payouts.reserve_hold reserve_hold_amount_check: CHECK ((amount > 0))
payouts.reserve_hold reserve_hold_check: CHECK (((released >= 0) AND (released <= amount)))
payouts.reserve_hold reserve_hold_pkey: PRIMARY KEY (id)
payouts.reserve_hold reserve_hold_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id)
payouts.reserve_release decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.reserve_release reserve_release_amount_check: CHECK ((amount > 0))
payouts.reserve_release reserve_release_pkey: PRIMARY KEY (decision_id, reserve_id)
payouts.reserve_release reserve_release_reserve_id_fkey: FOREIGN KEY (reserve_id) REFERENCES payouts.reserve_hold(id)
payouts.rule_change decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.rule_change decided_when_not_proposed: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
payouts.rule_change proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
payouts.rule_change rule_change_check: CHECK ((moved >= abs(net)))
payouts.rule_change rule_change_kind_check: CHECK ((kind = ANY (ARRAY['begin'::text, 'end'::text])))
payouts.rule_change rule_change_line_count_check: CHECK ((line_count >= 0))
payouts.rule_change rule_change_pkey: PRIMARY KEY (id)
payouts.rule_change rule_change_seller_count_check: CHECK ((seller_count >= 0))
payouts.rule_change rule_change_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text])))
payouts.rule_change second_person: CHECK (((state <> 'approved'::text) OR payouts.is_second_person(proposed_by, decided_by)))
payouts.run approved_by_is_actor: CHECK ((approved_by ~ '^(key|person|system|earlier):.'::text))
payouts.run drafted_by_is_actor: CHECK ((drafted_by ~ '^(key|person|system|earlier):.'::text))
payouts.run paused_since: CHECK (((paused_reason IS NULL) = (paused_at IS NULL)))
payouts.run run_business_date_key: UNIQUE (business_date)
payouts.run run_paused_reason_check: CHECK ((paused_reason = ANY (ARRAY['RUN_CAP'::text, 'DAY_CAP'::text, 'DUPLICATE_RUN'::text])))
payouts.run run_pkey: PRIMARY KEY (id)
payouts.run second_person: CHECK (((approved_by IS NULL) OR (approved_by ~~ 'system:policy:%'::text) OR payouts.is_second_person(drafted_by, approved_by)))
payouts.run_decision decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.run_decision run_decision_action_check: CHECK ((action = ANY (ARRAY['drafted'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'stopped'::text])))
payouts.run_decision run_decision_pkey: PRIMARY KEY (id)
payouts.run_decision run_decision_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.run_override by_person: CHECK ((placed_by ~ '^(person|earlier):'::text))
payouts.run_override placed_by_is_actor: CHECK ((placed_by ~ '^(key|person|system|earlier):.'::text))
payouts.run_override run_override_kind_check: CHECK ((kind = ANY (ARRAY['RUN_CAP'::text, 'DAY_CAP'::text, 'DUPLICATE_RUN'::text])))
payouts.run_override run_override_pkey: PRIMARY KEY (run_id, kind)
payouts.run_override run_override_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.seller_adjustment decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.seller_adjustment decided_when_not_proposed: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))
payouts.seller_adjustment proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
payouts.seller_adjustment second_person: CHECK (((state <> 'posted'::text) OR payouts.is_second_person(proposed_by, decided_by) OR ((alone_limit IS NOT NULL) AND (decided_by = proposed_by) AND (proposed_by ~ '^person:'::text) AND (abs(amount) <= alone_limit))))
payouts.seller_adjustment seller_adjustment_amount_check: CHECK ((amount <> 0))
payouts.seller_adjustment seller_adjustment_check: CHECK (((to_debt >= 0) AND ((to_debt = 0) OR ((state = 'posted'::text) AND (to_debt <= (- amount))))))
payouts.seller_adjustment seller_adjustment_pkey: PRIMARY KEY (id)
payouts.seller_adjustment seller_adjustment_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'posted'::text, 'rejected'::text])))
payouts.seller_terms seller_terms_pkey: PRIMARY KEY (seller_id, effective_from)
payouts.seller_terms set_by_is_actor: CHECK ((set_by ~ '^(key|person|system|earlier):.'::text))
payouts.stated_debt stated_debt_amount_check: CHECK ((amount > 0))
payouts.stated_debt stated_debt_pkey: PRIMARY KEY (entry_id)
payouts.stated_debt stated_debt_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id) DEFERRABLE INITIALLY DEFERRED
payouts.statement adds_up: CHECK (((opening + movements) = (payout_amount + carried)))
payouts.statement statement_debt_netted_check: CHECK ((debt_netted >= 0))
payouts.statement statement_held_back_check: CHECK ((held_back >= 0))
payouts.statement statement_payout_amount_check: CHECK ((payout_amount >= 0))
payouts.statement statement_pkey: PRIMARY KEY (id)
payouts.statement statement_reserve_held_check: CHECK ((reserve_held >= 0))
payouts.statement statement_reserve_released_check: CHECK ((reserve_released >= 0))
payouts.statement statement_run_id_fkey: FOREIGN KEY (run_id) REFERENCES payouts.run(id)
payouts.statement statement_seller_id_business_date_key: UNIQUE (seller_id, business_date)
payouts.statement sums_agree: TRIGGER DEFERRABLE INITIALLY DEFERRED
payouts.statement_line statement_line_pkey: PRIMARY KEY (entry_id)
payouts.statement_line statement_line_statement_id_fkey: FOREIGN KEY (statement_id) REFERENCES payouts.statement(id) DEFERRABLE INITIALLY DEFERRED
payouts.tax_invoice issued_is_named: CHECK (((state <> ALL (ARRAY['issued'::text, 'sent'::text])) OR ((external_reference IS NOT NULL) AND (issued_at IS NOT NULL))))
payouts.tax_invoice tax_invoice_check: CHECK ((supply = (commission + fees)))
payouts.tax_invoice tax_invoice_check1: CHECK ((total = (supply + vat)))
payouts.tax_invoice tax_invoice_kind_check: CHECK ((kind = ANY (ARRAY['TAX_INVOICE'::text, 'INVOICE'::text])))
payouts.tax_invoice tax_invoice_month_check: CHECK ((EXTRACT(day FROM month) = (1)::numeric))
payouts.tax_invoice tax_invoice_pkey: PRIMARY KEY (id)
payouts.tax_invoice tax_invoice_state_check: CHECK ((state = ANY (ARRAY['drafted'::text, 'issued'::text, 'sent'::text, 'canceled'::text])))
payouts.terms_change decided: CHECK ((((state = 'proposed'::text) = (decided_by IS NULL)) AND ((state = 'approved'::text) = (approval IS NOT NULL))))
payouts.terms_change decided_by_is_actor: CHECK ((decided_by ~ '^(key|person|system|earlier):.'::text))
payouts.terms_change proposed_by_is_actor: CHECK ((proposed_by ~ '^(key|person|system|earlier):.'::text))
payouts.terms_change second_person: CHECK (((state <> 'approved'::text) OR payouts.is_second_person(proposed_by, decided_by)))
payouts.terms_change terms_change_check: CHECK ((net = ((((promotion - commission) - commission_vat) - fees) - fee_vat)))
payouts.terms_change terms_change_pkey: PRIMARY KEY (id)
payouts.terms_change terms_change_rule_change_id_fkey: FOREIGN KEY (rule_change_id) REFERENCES payouts.rule_change(id) DEFERRABLE INITIALLY DEFERRED
payouts.terms_change terms_change_seller_id_approval_key: UNIQUE (seller_id, approval)
payouts.terms_change terms_change_state_check: CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text])))
payouts.terms_change terms_or_rule: CHECK (((document IS NULL) = (rule_change_id IS NOT NULL)))
public.schema_migration PK_0edff5015b71cc0389ae0f4b9a1: PRIMARY KEY (id)
reconciliation.balance_proof balance_proof_pkey: PRIMARY KEY (business_date, account)
reconciliation.break break_class_subject_key: UNIQUE (class, subject)
reconciliation.break break_pkey: PRIMARY KEY (id)
reconciliation.break_resolution break_resolution_break_id_fkey: FOREIGN KEY (break_id) REFERENCES reconciliation.break(id)
reconciliation.break_resolution break_resolution_pkey: PRIMARY KEY (break_id)
reconciliation.break_resolution resolved_by_is_actor: CHECK ((resolved_by ~ '^(key|person|system|earlier):.'::text))
reconciliation.download download_business_date_fkey: FOREIGN KEY (business_date) REFERENCES reconciliation.run(business_date)
reconciliation.download download_once: UNIQUE (business_date, account, source, day, pass)
reconciliation.download download_pkey: PRIMARY KEY (id)
reconciliation.download download_source_check: CHECK ((source = ANY (ARRAY['transactions'::text, 'settlements-sold'::text, 'settlements-paid'::text])))
reconciliation.run run_pkey: PRIMARY KEY (business_date)
reconciliation.run run_state_check: CHECK ((state = ANY (ARRAY['downloading'::text, 'matching'::text, 'posting'::text, 'done'::text])))
reconciliation.settlement settlement_pkey: PRIMARY KEY (transaction_key)
reconciliation.settlement settlement_state_check: CHECK ((state = ANY (ARRAY['imported'::text, 'pending'::text, 'available'::text, 'disputed'::text])))
reconciliation.transaction transaction_pkey: PRIMARY KEY (transaction_key)
webhooks.delivery delivery_endpoint_id_fkey: FOREIGN KEY (endpoint_id) REFERENCES webhooks.endpoint(id)
webhooks.delivery delivery_pkey: PRIMARY KEY (endpoint_id, event_id)
webhooks.delivery delivery_state_check: CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
webhooks.endpoint endpoint_pkey: PRIMARY KEY (id)
webhooks.inbox inbox_dedupe_key_key: UNIQUE (dedupe_key)
webhooks.inbox inbox_left_alone_check: CHECK ((left_alone = ANY (ARRAY['too-old'::text, 'not-for-us'::text])))
webhooks.inbox inbox_pkey: PRIMARY KEY (id)
webhooks.inbox inbox_signature_check: CHECK ((signature = ANY (ARRAY['valid'::text, 'absent'::text])))
webhooks.inbox known_key: CHECK (((body_sealed IS NULL) = (sealed_by IS NULL)))
webhooks.inbox one_body: CHECK (((body IS NULL) OR (body_sealed IS NULL)))
webhooks.look look_pkey: PRIMARY KEY (subject)

-- indexes
CREATE INDEX cancel_assumed ON gateway.cancel USING btree (created_at, id) WHERE ((allocation = 'assumed'::text) AND (state = 'done'::text))
CREATE INDEX cancel_canceled_at_idx ON gateway.cancel USING btree (canceled_at) WHERE (canceled_at IS NOT NULL)
CREATE INDEX cancel_corrections ON gateway.cancel USING btree (corrects) WHERE (corrects IS NOT NULL)
CREATE INDEX cancel_given_back_at_idx ON gateway.cancel USING btree (given_back_at) WHERE (given_back_at IS NOT NULL)
CREATE INDEX cancel_open ON gateway.cancel USING btree (payment_id) WHERE (state = 'requested'::text)
CREATE INDEX cancel_payment_id_idx ON gateway.cancel USING btree (payment_id)
CREATE UNIQUE INDEX cancel_pkey ON gateway.cancel USING btree (id)
CREATE INDEX cancel_refunds ON gateway.cancel USING btree (payment_id) WHERE (refund = ANY (ARRAY['pending'::text, 'failed'::text]))
CREATE UNIQUE INDEX cancel_request_key_key ON gateway.cancel USING btree (request_key)
CREATE UNIQUE INDEX cancel_transaction_key_key ON gateway.cancel USING btree (transaction_key)
CREATE INDEX cancel_allocation_cancel_id_allocated_at_idx ON gateway.cancel_allocation USING btree (cancel_id, allocated_at)
CREATE UNIQUE INDEX cancel_allocation_correction_id_key ON gateway.cancel_allocation USING btree (correction_id)
CREATE UNIQUE INDEX cancel_allocation_pkey ON gateway.cancel_allocation USING btree (id)
CREATE INDEX cancel_line_order_id_line_id_idx ON gateway.cancel_line USING btree (order_id, line_id)
CREATE UNIQUE INDEX cancel_line_pkey ON gateway.cancel_line USING btree (cancel_id, line_id)
CREATE INDEX order_line_listed ON gateway.order_line USING btree (seller_id, ordered_at, order_id)
CREATE INDEX order_line_of_seller ON gateway.order_line USING btree (seller_id, order_id, line_id)
CREATE UNIQUE INDEX order_line_pkey ON gateway.order_line USING btree (order_id, line_id)
CREATE INDEX order_line_tranche_maturity ON gateway.order_line_tranche USING btree (seller_id, matures_on)
CREATE UNIQUE INDEX order_line_tranche_pkey ON gateway.order_line_tranche USING btree (order_id, line_id, tranche)
CREATE INDEX orders_listed ON gateway.orders USING btree (ordered_at, order_id)
CREATE UNIQUE INDEX orders_pkey ON gateway.orders USING btree (order_id)
CREATE UNIQUE INDEX one_live_payment_per_order ON gateway.payment USING btree (order_id) WHERE (state <> ALL (ARRAY['refused'::text, 'expired'::text, 'voided'::text]))
CREATE INDEX payment_approved_at_idx ON gateway.payment USING btree (approved_at) WHERE (approved_at IS NOT NULL)
CREATE INDEX payment_earned_at_idx ON gateway.payment USING btree (earned_at) WHERE (earned_at IS NOT NULL)
CREATE INDEX payment_listed ON gateway.payment USING btree (created_at, id)
CREATE INDEX payment_listed_by_method ON gateway.payment USING btree (method, created_at, id)
CREATE INDEX payment_listed_by_state ON gateway.payment USING btree (state, created_at, id)
CREATE INDEX payment_order_id_idx ON gateway.payment USING btree (order_id)
CREATE UNIQUE INDEX payment_payment_key_key ON gateway.payment USING btree (payment_key)
CREATE UNIQUE INDEX payment_pkey ON gateway.payment USING btree (id)
CREATE UNIQUE INDEX payment_transaction_key_idx ON gateway.payment USING btree (transaction_key)
CREATE INDEX payment_unallocated ON gateway.payment USING btree (provider_order_id) WHERE (order_id IS NULL)
CREATE INDEX payment_unallocated_by_id ON gateway.payment USING btree (id) WHERE (order_id IS NULL)
CREATE INDEX payment_unallocated_listed ON gateway.payment USING btree (created_at, id) WHERE (order_id IS NULL)
CREATE UNIQUE INDEX payment_of_seller_pkey ON gateway.payment_of_seller USING btree (seller_id, created_at, payment_id)
CREATE INDEX sold_item_kind_key_idx ON gateway.sold_item USING btree (kind, key)
CREATE INDEX sold_item_kind_sold_at_idx ON gateway.sold_item USING btree (kind, sold_at)
CREATE UNIQUE INDEX sold_item_pkey ON gateway.sold_item USING btree (payment_key, "position")
CREATE INDEX sold_item_subject_idx ON gateway.sold_item USING btree (subject)
CREATE UNIQUE INDEX split_kind_key_version_key ON gateway.split USING btree (kind, key, version)
CREATE UNIQUE INDEX split_pkey ON gateway.split USING btree (id)
CREATE UNIQUE INDEX account_pkey ON ledger.account USING btree (code, currency)
CREATE UNIQUE INDEX checkpoint_pkey ON ledger.checkpoint USING btree (account_code, currency)
CREATE INDEX entry_account_code_currency_id_idx ON ledger.entry USING btree (account_code, currency, id)
CREATE INDEX entry_effective ON ledger.entry USING brin (effective_at)
CREATE UNIQUE INDEX entry_pkey ON ledger.entry USING btree (posting_id, id)
CREATE UNIQUE INDEX posting_key_key ON ledger.posting USING btree (key)
CREATE UNIQUE INDEX posting_pkey ON ledger.posting USING btree (id)
CREATE INDEX posting_txid_id_idx ON ledger.posting USING btree (txid, id)
CREATE UNIQUE INDEX seal_pkey ON ledger.seal USING btree (id)
CREATE UNIQUE INDEX clock_pkey ON messaging.clock USING btree (one)
CREATE UNIQUE INDEX erasure_pkey ON messaging.erasure USING btree (id)
CREATE INDEX erasure_subject_idx ON messaging.erasure USING btree (subject)
CREATE UNIQUE INDEX event_entity_id_type_sequence_key ON messaging.event USING btree (entity_id, type, sequence)
CREATE UNIQUE INDEX event_pkey ON messaging.event USING btree (id)
CREATE UNIQUE INDEX idempotency_pkey ON messaging.idempotency USING btree (caller, key)
CREATE INDEX outbox_backlog ON messaging.outbox USING btree (job, run_at) WHERE (done_at IS NULL)
CREATE INDEX outbox_dead ON messaging.outbox USING btree (dead_at) WHERE (dead_at IS NOT NULL)
CREATE INDEX outbox_dead_page ON messaging.outbox USING btree (id) WHERE (dead_at IS NOT NULL)
CREATE UNIQUE INDEX outbox_dedupe ON messaging.outbox USING btree (dedupe_key) WHERE ((done_at IS NULL) AND (dead_at IS NULL))
CREATE INDEX outbox_done ON messaging.outbox USING btree (done_at) WHERE (done_at IS NOT NULL)
CREATE INDEX outbox_open ON messaging.outbox USING btree (published_at) WHERE ((done_at IS NULL) AND (dead_at IS NULL) AND (published_at IS NOT NULL))
CREATE UNIQUE INDEX outbox_pkey ON messaging.outbox USING btree (id)
CREATE INDEX outbox_unpublished ON messaging.outbox USING btree (run_at, id) WHERE (published_at IS NULL)
CREATE INDEX revival_outbox_id_idx ON messaging.revival USING btree (outbox_id)
CREATE UNIQUE INDEX revival_pkey ON messaging.revival USING btree (id)
CREATE UNIQUE INDEX schedule_pkey ON messaging.schedule USING btree (name)
CREATE UNIQUE INDEX account_change_asked ON onboarding.account_change USING btree (seller_id) WHERE (state = 'asked'::text)
CREATE UNIQUE INDEX account_change_number_key ON onboarding.account_change USING btree (number)
CREATE INDEX account_change_of_seller ON onboarding.account_change USING btree (seller_id, number)
CREATE UNIQUE INDEX account_change_pkey ON onboarding.account_change USING btree (id)
CREATE UNIQUE INDEX account_change_waiting ON onboarding.account_change USING btree (seller_id) WHERE (state = 'waiting'::text)
CREATE INDEX seller_pending ON onboarding.seller USING btree (updated_at) WHERE (pending_account_sealed IS NOT NULL)
CREATE UNIQUE INDEX seller_pkey ON onboarding.seller USING btree (seller_id)
CREATE INDEX seller_poll ON onboarding.seller USING btree (state, polled_at)
CREATE UNIQUE INDEX seller_provider_seller_id_key ON onboarding.seller USING btree (provider_seller_id)
CREATE UNIQUE INDEX seller_ref_seller_id_key ON onboarding.seller USING btree (ref_seller_id)
CREATE UNIQUE INDEX absent_listing_pkey ON payouts.absent_listing USING btree (batch_id, number)
CREATE UNIQUE INDEX attempt_idempotency_key_key ON payouts.batch USING btree (idempotency_key)
CREATE UNIQUE INDEX attempt_pkey ON payouts.batch USING btree (id)
CREATE INDEX batch_created ON payouts.batch USING btree (created_at)
CREATE INDEX batch_open ON payouts.batch USING btree (resolve_at) WHERE (state = ANY (ARRAY['prepared'::text, 'sending'::text, 'unknown'::text]))
CREATE UNIQUE INDEX batch_waiting ON payouts.batch USING btree (waits_for) WHERE (waits_for IS NOT NULL)
CREATE INDEX commission_rule_dimensions_effective_from_idx ON payouts.commission_rule USING btree (dimensions, effective_from)
CREATE UNIQUE INDEX commission_rule_pkey ON payouts.commission_rule USING btree (id)
CREATE INDEX one_rule_at_a_time ON payouts.commission_rule USING gist (numrange((hashtextextended(dimensions, (0)::bigint))::numeric, (hashtextextended(dimensions, (0)::bigint))::numeric, '[]'::text), daterange(effective_from, effective_to))
CREATE UNIQUE INDEX debt_repayment_pkey ON payouts.debt_repayment USING btree (id)
CREATE INDEX debt_repayment_seller_id_id_idx ON payouts.debt_repayment USING btree (seller_id, id)
CREATE UNIQUE INDEX repayment_once ON payouts.debt_repayment USING btree (reference)
CREATE INDEX debt_write_off_open ON payouts.debt_write_off USING btree (id) WHERE (state = 'requested'::text)
CREATE UNIQUE INDEX debt_write_off_pkey ON payouts.debt_write_off USING btree (id)
CREATE INDEX debt_write_off_seller_id_idx ON payouts.debt_write_off USING btree (seller_id)
CREATE UNIQUE INDEX dispatch_control_pkey ON payouts.dispatch_control USING btree (one)
CREATE UNIQUE INDEX dispatch_decision_pkey ON payouts.dispatch_decision USING btree (id)
CREATE INDEX hold_due ON payouts.hold USING btree (release_on) WHERE ((released_at IS NULL) AND (release_on IS NOT NULL))
CREATE INDEX hold_open ON payouts.hold USING btree (seller_id) WHERE (released_at IS NULL)
CREATE UNIQUE INDEX hold_pkey ON payouts.hold USING btree (id)
CREATE UNIQUE INDEX one_open_hold_per_order ON payouts.hold USING btree (seller_id, order_id, reason) WHERE ((released_at IS NULL) AND (scope = 'ORDER'::text))
CREATE UNIQUE INDEX one_open_hold_per_reason ON payouts.hold USING btree (seller_id, reason) WHERE ((released_at IS NULL) AND (scope = 'SELLER'::text))
CREATE INDEX holiday_override_date_id_idx ON payouts.holiday_override USING btree (date, id)
CREATE UNIQUE INDEX holiday_override_pkey ON payouts.holiday_override USING btree (id)
CREATE UNIQUE INDEX limit_notice_pkey ON payouts.limit_notice USING btree (seller_id, week, kind)
CREATE INDEX line_adjustment_order_id_line_id_idx ON payouts.line_adjustment USING btree (order_id, line_id)
CREATE UNIQUE INDEX line_adjustment_pkey ON payouts.line_adjustment USING btree (change_id, order_id, line_id, step)
CREATE INDEX line_adjustment_posted_at_idx ON payouts.line_adjustment USING btree (posted_at) WHERE (posted_at IS NOT NULL)
CREATE UNIQUE INDEX matured_line_pkey ON payouts.matured_line USING btree (order_id, line_id, tranche)
CREATE INDEX matured_line_posting_key_idx ON payouts.matured_line USING btree (posting_key)
CREATE UNIQUE INDEX one_open_parked_decision ON payouts.parked_decision USING btree (payout_id) WHERE (state = 'proposed'::text)
CREATE INDEX parked_decision_payout_id_id_idx ON payouts.parked_decision USING btree (payout_id, id)
CREATE UNIQUE INDEX parked_decision_pkey ON payouts.parked_decision USING btree (id)
CREATE INDEX payout_attempt_id_idx ON payouts.payout USING btree (batch_id)
CREATE INDEX payout_on_its_way ON payouts.payout USING btree (observed_at) WHERE (state = 'in_transit'::text)
CREATE INDEX payout_parked ON payouts.payout USING btree (id) WHERE (state = 'parked'::text)
CREATE UNIQUE INDEX payout_pkey ON payouts.payout USING btree (id)
CREATE UNIQUE INDEX payout_provider_payout_id_key ON payouts.payout USING btree (provider_payout_id)
CREATE UNIQUE INDEX payout_ref_payout_id_key ON payouts.payout USING btree (ref_payout_id)
CREATE INDEX payout_reserved ON payouts.payout USING btree (run_id, id) WHERE (state = 'reserved'::text)
CREATE INDEX payout_run_id_ref_payout_id_idx ON payouts.payout USING btree (run_id, ref_payout_id)
CREATE INDEX payout_seller_id_submitted_at_idx ON payouts.payout USING btree (seller_id, submitted_at)
CREATE INDEX payout_statement_id_idx ON payouts.payout USING btree (statement_id)
CREATE INDEX payout_unfinished ON payouts.payout USING btree (run_id, state) WHERE (state = ANY (ARRAY['planned'::text, 'reserved'::text, 'submitted'::text, 'unknown'::text, 'parked'::text, 'in_transit'::text]))
CREATE UNIQUE INDEX payout_override_pkey ON payouts.payout_override USING btree (id)
CREATE UNIQUE INDEX payout_override_seller_id_kind_business_date_key ON payouts.payout_override USING btree (seller_id, kind, business_date)
CREATE INDEX provider_finding_open ON payouts.provider_finding USING btree (id) WHERE (acknowledgement_id IS NULL)
CREATE UNIQUE INDEX provider_finding_pkey ON payouts.provider_finding USING btree (id)
CREATE UNIQUE INDEX provider_finding_provider_payout_id_key ON payouts.provider_finding USING btree (provider_payout_id)
CREATE INDEX reserve_hold_due ON payouts.reserve_hold USING btree (seller_id, release_on) WHERE (released < amount)
CREATE UNIQUE INDEX reserve_hold_pkey ON payouts.reserve_hold USING btree (id)
CREATE INDEX reserve_hold_seller ON payouts.reserve_hold USING btree (seller_id, id)
CREATE UNIQUE INDEX reserve_release_pkey ON payouts.reserve_release USING btree (decision_id, reserve_id)
CREATE INDEX reserve_release_reserve_id_idx ON payouts.reserve_release USING btree (reserve_id)
CREATE UNIQUE INDEX rule_change_pkey ON payouts.rule_change USING btree (id)
CREATE INDEX rule_change_rule_id_idx ON payouts.rule_change USING btree (rule_id)
CREATE UNIQUE INDEX run_business_date_key ON payouts.run USING btree (business_date)
CREATE INDEX run_fingerprint ON payouts.run USING btree (payout_fingerprint) WHERE (payout_fingerprint IS NOT NULL)
CREATE INDEX run_paused ON payouts.run USING btree (paused_at) WHERE (paused_reason IS NOT NULL)
CREATE UNIQUE INDEX run_pkey ON payouts.run USING btree (id)
CREATE INDEX run_waiting ON payouts.run USING btree (drafted_at) WHERE (state = ANY (ARRAY['draft'::text, 'approved'::text]))
CREATE UNIQUE INDEX run_decision_pkey ON payouts.run_decision USING btree (id)
CREATE INDEX run_decision_run_id_id_idx ON payouts.run_decision USING btree (run_id, id)
CREATE UNIQUE INDEX run_override_pkey ON payouts.run_override USING btree (run_id, kind)
CREATE INDEX seller_adjustment_open ON payouts.seller_adjustment USING btree (id) WHERE (state = 'proposed'::text)
CREATE UNIQUE INDEX seller_adjustment_pkey ON payouts.seller_adjustment USING btree (id)
CREATE INDEX seller_adjustment_seller_id_id_idx ON payouts.seller_adjustment USING btree (seller_id, id)
CREATE INDEX seller_terms_cycle_date_policy_idx ON payouts.seller_terms USING btree (cycle, date_policy)
CREATE UNIQUE INDEX seller_terms_pkey ON payouts.seller_terms USING btree (seller_id, effective_from)
CREATE UNIQUE INDEX stated_debt_pkey ON payouts.stated_debt USING btree (entry_id)
CREATE INDEX stated_debt_statement_id_idx ON payouts.stated_debt USING btree (statement_id)
CREATE INDEX statement_left_out ON payouts.statement USING btree (run_id, seller_id) WHERE (carried > 0)
CREATE INDEX statement_of_run ON payouts.statement USING btree (run_id, seller_id)
CREATE UNIQUE INDEX statement_pkey ON payouts.statement USING btree (id)
CREATE UNIQUE INDEX statement_seller_id_business_date_key ON payouts.statement USING btree (seller_id, business_date)
CREATE INDEX statement_line_in_order ON payouts.statement_line USING btree (statement_id, entry_id)
CREATE UNIQUE INDEX statement_line_pkey ON payouts.statement_line USING btree (entry_id)
CREATE UNIQUE INDEX one_live_invoice_per_month ON payouts.tax_invoice USING btree (seller_id, month) WHERE (state <> 'canceled'::text)
CREATE UNIQUE INDEX tax_invoice_external_reference_idx ON payouts.tax_invoice USING btree (external_reference)
CREATE INDEX tax_invoice_open ON payouts.tax_invoice USING btree (issue_by, seller_id) WHERE (state = 'drafted'::text)
CREATE UNIQUE INDEX tax_invoice_pkey ON payouts.tax_invoice USING btree (id)
CREATE UNIQUE INDEX terms_change_of_rule ON payouts.terms_change USING btree (rule_change_id, seller_id) WHERE (rule_change_id IS NOT NULL)
CREATE UNIQUE INDEX terms_change_pkey ON payouts.terms_change USING btree (id)
CREATE UNIQUE INDEX terms_change_seller_id_approval_key ON payouts.terms_change USING btree (seller_id, approval)
CREATE INDEX terms_change_seller_id_id_idx ON payouts.terms_change USING btree (seller_id, id)
CREATE UNIQUE INDEX "PK_0edff5015b71cc0389ae0f4b9a1" ON public.schema_migration USING btree (id)
CREATE UNIQUE INDEX balance_proof_pkey ON reconciliation.balance_proof USING btree (business_date, account)
CREATE UNIQUE INDEX break_class_subject_key ON reconciliation.break USING btree (class, subject)
CREATE INDEX break_oldest ON reconciliation.break USING btree (opened_at, id)
CREATE INDEX break_oldest_open ON reconciliation.break USING btree (opened_at, id) WHERE (resolved_at IS NULL)
CREATE INDEX break_open ON reconciliation.break USING btree (business_date, class) WHERE (resolved_at IS NULL)
CREATE UNIQUE INDEX break_pkey ON reconciliation.break USING btree (id)
CREATE INDEX break_unannounced ON reconciliation.break USING btree (id) WHERE (NOT announced)
CREATE UNIQUE INDEX break_resolution_pkey ON reconciliation.break_resolution USING btree (break_id)
CREATE UNIQUE INDEX download_once ON reconciliation.download USING btree (business_date, account, source, day, pass)
CREATE UNIQUE INDEX download_pkey ON reconciliation.download USING btree (id)
CREATE UNIQUE INDEX run_pkey ON reconciliation.run USING btree (business_date)
CREATE INDEX settlement_disputed ON reconciliation.settlement USING btree (transaction_key) WHERE (state = 'disputed'::text)
CREATE INDEX settlement_download_id_idx ON reconciliation.settlement USING btree (download_id)
CREATE UNIQUE INDEX settlement_pkey ON reconciliation.settlement USING btree (transaction_key)
CREATE INDEX settlement_sold_date_idx ON reconciliation.settlement USING btree (sold_date)
CREATE INDEX settlement_to_available ON reconciliation.settlement USING btree (paid_out_date, transaction_key) WHERE (state = 'pending'::text)
CREATE INDEX settlement_to_pending ON reconciliation.settlement USING btree (pending_from, transaction_key) WHERE (state = 'imported'::text)
CREATE INDEX transaction_business_date_idx ON reconciliation.transaction USING btree (business_date)
CREATE UNIQUE INDEX transaction_pkey ON reconciliation.transaction USING btree (transaction_key)
CREATE INDEX delivery_due ON webhooks.delivery USING btree (next_at) WHERE (state = 'pending'::text)
CREATE UNIQUE INDEX delivery_pkey ON webhooks.delivery USING btree (endpoint_id, event_id)
CREATE UNIQUE INDEX endpoint_pkey ON webhooks.endpoint USING btree (id)
CREATE UNIQUE INDEX inbox_dedupe_key_key ON webhooks.inbox USING btree (dedupe_key)
CREATE INDEX inbox_in_clear ON webhooks.inbox USING btree (received_at) WHERE (body IS NOT NULL)
CREATE UNIQUE INDEX inbox_pkey ON webhooks.inbox USING btree (id)
CREATE INDEX inbox_received_at_idx ON webhooks.inbox USING btree (received_at)
CREATE INDEX inbox_sealed_by ON webhooks.inbox USING btree (sealed_by) WHERE (sealed_by IS NOT NULL)
CREATE INDEX inbox_subject ON webhooks.inbox USING btree (subject) WHERE (subject IS NOT NULL)
CREATE INDEX look_due_at_idx ON webhooks.look USING btree (due_at)
CREATE UNIQUE INDEX look_pkey ON webhooks.look USING btree (subject)

-- views

-- functions
CREATE OR REPLACE FUNCTION gateway.name_sellers_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into gateway.payment_of_seller
  select distinct l.seller_id, new.created_at, new.id from gateway.order_line l where l.order_id = new.order_id
  on conflict do nothing;
  return null;
end $function$
CREATE OR REPLACE FUNCTION gateway.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% keeps its rows', tg_table_name using errcode = 'JS002';
end $function$
CREATE OR REPLACE FUNCTION ledger.balance_at(p_code text, p_currency text, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(amount), 0)::bigint from ledger.entry
   where account_code = p_code and currency = p_currency and effective_at <= p_at
$function$
CREATE OR REPLACE FUNCTION ledger.check_balanced()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (select sum(amount) from ledger.entry where posting_id = new.posting_id and currency = new.currency) <> 0 then
    raise exception 'posting % does not balance', new.posting_id using errcode = 'JS003';
  end if;
  if not exists (select from ledger.posting where id = new.posting_id) then
    raise exception 'entry % belongs to no posting', new.id using errcode = 'JS004';
  end if;
  return null;
end $function$
CREATE OR REPLACE FUNCTION ledger.is_overdrawn(kind text, balance bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case when kind in ('asset', 'expense') then balance < 0 else balance > 0 end;
end $function$
CREATE OR REPLACE FUNCTION ledger.lock_accounts(codes text[], p_currency text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*)::int from (
    select from ledger.account a where a.code = any(codes) and a.currency = p_currency and a.guarded order by a.code for update
  ) locked
$function$
CREATE OR REPLACE FUNCTION ledger.lock_balances(codes text[], p_currency text)
 RETURNS TABLE(code text, balance bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.code, a.balance from ledger.account a
   where a.code = any(codes) and a.currency = p_currency and a.guarded
   order by a.code for update
$function$
CREATE OR REPLACE FUNCTION ledger.open_accounts(codes text[], currencies text[], kinds text[], guards boolean[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into ledger.account (code, currency, kind, guarded)
  select distinct on (a.code collate "C", a.currency) a.code, a.currency, a.kind, a.guarded
    from unnest(codes, currencies, kinds, guards) as a(code, currency, kind, guarded)
   where not exists (select from ledger.account o where o.code = a.code and o.currency = a.currency)
   order by a.code collate "C", a.currency
  on conflict do nothing
$function$
CREATE OR REPLACE FUNCTION ledger.post(keys text[], templates text[], hashes text[], effective timestamp with time zone[], codes text[], currencies text[], kinds text[], guards boolean[], leg_posting integer[], leg_account integer[], leg_amount bigint[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  ids         bigint[];                       -- by position in keys; null where the key is not new
  fresh       text[];
  conflicting text;
begin
  with made as (
    insert into ledger.posting (key, template, facts_hash, effective_at)
    select p.key, p.template, p.hash, p.at
      from unnest(keys, templates, hashes, effective) as p(key, template, hash, at)
     order by p.key collate "C"
    on conflict (key) do nothing
    returning id, posting.key
  )
  select array_agg(m.id order by p.position), array_agg(p.key order by p.position) filter (where m.id is not null)
    into ids, fresh
    from unnest(keys) with ordinality as p(key, position) left join made m on m.key = p.key collate "C";

  perform ledger.open_accounts(codes, currencies, kinds, guards);
  perform from ledger.account a where a.code = any(codes) and a.currency = any(currencies) and a.guarded
    order by a.code, a.currency for no key update;

  insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
  select ids[l.posting], codes[l.account], currencies[l.account], l.amount, effective[l.posting]
    from unnest(leg_posting, leg_account, leg_amount) as l(posting, account, amount)
   where ids[l.posting] is not null;

  update ledger.account a set balance = a.balance + m.amount
    from (select codes[l.account] as code, currencies[l.account] as currency, sum(l.amount)::bigint as amount
            from unnest(leg_posting, leg_account, leg_amount) as l(posting, account, amount)
           where ids[l.posting] is not null and guards[l.account] group by l.account) m
   where a.code = m.code and a.currency = m.currency and m.amount <> 0;

  if cardinality(fresh) is distinct from cardinality(keys) then
    select p.key into conflicting
      from unnest(keys, hashes) as p(key, hash)
      join ledger.posting stored on stored.key = p.key
     where stored.facts_hash <> p.hash
     limit 1;
    if conflicting is not null then
      raise exception 'posting % was made before with different facts', conflicting using errcode = 'JS001';
    end if;
  end if;
  return coalesce(fresh, '{}');
end $function$
CREATE OR REPLACE FUNCTION ledger.post_one(p_key text, p_template text, p_hash text, p_effective timestamp with time zone, codes text[], currencies text[], kinds text[], guards boolean[], leg_account integer[], leg_amount bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made   bigint;
  stored text;
  moves  bigint[] := array_fill(0::bigint, array[cardinality(codes)]);
begin
  insert into ledger.posting (key, template, facts_hash, effective_at) values (p_key, p_template, p_hash, p_effective)
    on conflict (key) do nothing returning id into made;
  if made is null then
    select facts_hash into stored from ledger.posting where key = p_key;
    if stored <> p_hash then
      raise exception 'posting % was made before with different facts', p_key using errcode = 'JS001';
    end if;
    return false;
  end if;

  for i in 1..cardinality(leg_account) loop
    moves[leg_account[i]] := moves[leg_account[i]] + leg_amount[i];
  end loop;
  for i in 1..cardinality(codes) loop
    loop
      if guards[i] then
        update ledger.account set balance = balance + moves[i] where code = codes[i] and currency = currencies[i];
      else
        perform from ledger.account where code = codes[i] and currency = currencies[i];
      end if;
      exit when found;
      perform ledger.open_accounts(codes[i:i], currencies[i:i], kinds[i:i], guards[i:i]);
    end loop;
  end loop;

  insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
  select made, codes[l.account], currencies[l.account], l.amount, p_effective
    from unnest(leg_account, leg_amount) as l(account, amount);
  return true;
end $function$
CREATE OR REPLACE FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'ledger rows are append-only' using errcode = 'JS002';
end $function$
CREATE OR REPLACE FUNCTION messaging.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'who revived a job stays on record: % of %.% is refused', lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION messaging.refuse_erasure_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'who asked for an erasure stays on record: % of %.% is refused', lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION onboarding.erase_account_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update onboarding.account_change set account_masked = '', previous_masked = '' where seller_id = new.seller_id;
  return null;
end $function$
CREATE OR REPLACE FUNCTION onboarding.hold_changed_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from onboarding.account_change c
     where c.seller_id = new.seller_id and c.account_fingerprint = new.account_fingerprint and c.state in ('waiting', 'trusted'))
  then
    new.account_held_until := 'infinity';
  end if;
  return new;
end $function$
CREATE OR REPLACE FUNCTION onboarding.keep_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The seller's data is erased: the fingerprints say nothing to anybody.
  if tg_op = 'UPDATE' and (new.account_masked, new.previous_masked) = ('', '')
     and to_jsonb(old) - '{account_masked,previous_masked}'::text[] = to_jsonb(new) - '{account_masked,previous_masked}'::text[]
  then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state not in ('asked', 'waiting')
     or (old.state = 'waiting' and new.state in ('asked', 'refused', 'trusted'))
     or (old.state = 'asked' and new.state in ('confirmed', 'rejected', 'replaced'))
     or (old.id, old.number, old.seller_id, old.bank_code, old.account_masked, old.account_fingerprint, old.previous_bank_code, old.previous_masked, old.asked_by, old.asked_at)
        is distinct from (new.id, new.number, new.seller_id, new.bank_code, new.account_masked, new.account_fingerprint, new.previous_bank_code, new.previous_masked, new.asked_by, new.asked_at)
     or (old.taken_at is not null and (old.taken_at, old.payable_from, old.trusted_fingerprint) is distinct from (new.taken_at, new.payable_from, new.trusted_fingerprint))
  then
    raise exception 'a change of account stays as it was asked for and decided';
  end if;
  return new;
end $function$
CREATE OR REPLACE FUNCTION payouts.check_statement_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stated        payouts.statement;
  found_lines   bigint;
  found_payouts bigint;
begin
  select * into stated from payouts.statement where id = new.id;
  if not found then
    return null;
  end if;
  select coalesce(sum(amount), 0) into found_lines from payouts.statement_line where statement_id = new.id;
  if found_lines <> stated.movements then
    raise exception 'statement %: its lines add up to %, its movements are %', new.id, found_lines, stated.movements
      using errcode = 'JS006';
  end if;
  select coalesce(sum(amount), 0) into found_payouts from payouts.payout where statement_id = new.id;
  if found_payouts <> stated.payout_amount then
    raise exception 'statement %: its payouts add up to %, its payout amount is %', new.id, found_payouts, stated.payout_amount
      using errcode = 'JS006';
  end if;
  return null;
end $function$
CREATE OR REPLACE FUNCTION payouts.is_second_person(first text, second text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select first <> second and split_part(second, ':', 1) in ('person', 'earlier') and split_part(first, ':', 1) in (split_part(second, ':', 1), 'system')
$function$
CREATE OR REPLACE FUNCTION payouts.refuse_adjusted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an adjustment is never changed' using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is a record of decisions: it is added to, never rewritten', tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_late()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from made join payouts.run r on r.id = made.run_id where r.content_hash <> '') then
    raise exception 'a sealed run takes nothing more: insert into %.% is refused', tg_table_schema, tg_table_name using errcode = 'JS005';
  end if;
  return null;
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_later_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stated uuid;
begin
  select s.id into stated from payouts.statement s
   where s.id in (select n.statement_id from new_rows n) and s.txid <> pg_current_xact_id() limit 1;
  if stated is not null then
    raise exception 'statement % is closed: its lines and payouts are written together with it', stated using errcode = 'JS005';
  end if;
  return null;
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_sealed_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%: % of %.% is refused', tg_argv[0], lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION payouts.refuse_stated_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what a statement says is never changed' using errcode = 'JS005';
end $function$
CREATE OR REPLACE FUNCTION reconciliation.analyze_breaks()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  analyze reconciliation.break
$function$
CREATE OR REPLACE FUNCTION reconciliation.analyze_night()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  analyze reconciliation.transaction, reconciliation.settlement
$function$

-- triggers
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON gateway.cancel_allocation FOR EACH ROW EXECUTE FUNCTION gateway.refuse_change()
CREATE TRIGGER name_sellers AFTER INSERT OR UPDATE OF order_id ON gateway.payment FOR EACH ROW WHEN ((new.order_id IS NOT NULL)) EXECUTE FUNCTION gateway.name_sellers_of_payment()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON gateway.sold_item FOR EACH ROW EXECUTE FUNCTION gateway.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON gateway.split FOR EACH ROW EXECUTE FUNCTION gateway.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger.entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_balanced()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.posting FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.seal FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON messaging.erasure FOR EACH ROW EXECUTE FUNCTION messaging.refuse_erasure_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON messaging.erasure FOR EACH STATEMENT EXECUTE FUNCTION messaging.refuse_erasure_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON messaging.revival FOR EACH ROW EXECUTE FUNCTION messaging.refuse_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON messaging.revival FOR EACH STATEMENT EXECUTE FUNCTION messaging.refuse_change()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON onboarding.account_change FOR EACH ROW EXECUTE FUNCTION onboarding.keep_account_change()
CREATE TRIGGER erase_account_changes AFTER UPDATE ON onboarding.seller FOR EACH ROW WHEN (((new.account_masked = ''::text) AND (old.account_masked <> ''::text))) EXECUTE FUNCTION onboarding.erase_account_changes()
CREATE TRIGGER hold_changed_account BEFORE UPDATE ON onboarding.seller FOR EACH ROW WHEN (((new.account_fingerprint <> old.account_fingerprint) AND (old.provider_seller_id IS NOT NULL))) EXECUTE FUNCTION onboarding.hold_changed_account()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts.absent_listing FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a listing stays as it was seen')
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.absent_listing FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_sealed_change('a listing stays as it was seen')
CREATE TRIGGER frozen BEFORE UPDATE ON payouts.batch FOR EACH ROW WHEN (((((old.run_id IS DISTINCT FROM new.run_id) OR (old.idempotency_key IS DISTINCT FROM new.idempotency_key)) OR (old.body IS DISTINCT FROM new.body)) OR (old.body_hash IS DISTINCT FROM new.body_hash))) EXECUTE FUNCTION payouts.refuse_sealed_change('a batch is sent as it was frozen')
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.debt_repayment FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER decided_once BEFORE UPDATE ON payouts.debt_write_off FOR EACH ROW WHEN (((old.state <> 'requested'::text) OR ((((((new.id IS DISTINCT FROM old.id) OR (new.seller_id IS DISTINCT FROM old.seller_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.requested_by IS DISTINCT FROM old.requested_by)) OR (new.requested_at IS DISTINCT FROM old.requested_at)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON payouts.debt_write_off FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts.dispatch_decision FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.dispatch_decision FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER kept BEFORE DELETE ON payouts.hold FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER released_once BEFORE UPDATE ON payouts.hold FOR EACH ROW WHEN (((old.released_at IS NOT NULL) OR ((((((((((new.id IS DISTINCT FROM old.id) OR (new.seller_id IS DISTINCT FROM old.seller_id)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.detail IS DISTINCT FROM old.detail)) OR (new.scope IS DISTINCT FROM old.scope)) OR (new.order_id IS DISTINCT FROM old.order_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.release_on IS DISTINCT FROM old.release_on)) OR (new.placed_at IS DISTINCT FROM old.placed_at)) OR (new.placed_by IS DISTINCT FROM old.placed_by)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE ON payouts.line_adjustment FOR EACH ROW EXECUTE FUNCTION payouts.refuse_adjusted()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.line_adjustment FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_adjusted()
CREATE TRIGGER decided_once BEFORE DELETE OR UPDATE ON payouts.parked_decision FOR EACH ROW WHEN ((old.state <> 'proposed'::text)) EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER in_time AFTER INSERT ON payouts.payout REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_late()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE OF id, statement_id, seller_id, amount, currency ON payouts.payout FOR EACH ROW EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.payout FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER promised BEFORE UPDATE ON payouts.payout FOR EACH ROW WHEN (((((((((old.ref_payout_id IS DISTINCT FROM new.ref_payout_id) OR (old.run_id IS DISTINCT FROM new.run_id)) OR (old.statement_id IS DISTINCT FROM new.statement_id)) OR (old.seller_id IS DISTINCT FROM new.seller_id)) OR (old.provider_seller_id IS DISTINCT FROM new.provider_seller_id)) OR (old.account_fingerprint IS DISTINCT FROM new.account_fingerprint)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.currency IS DISTINCT FROM new.currency))) EXECUTE FUNCTION payouts.refuse_sealed_change('a payout is sent as it was promised')
CREATE TRIGGER promised_stays BEFORE DELETE ON payouts.payout FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a payout is sent as it was promised')
CREATE TRIGGER with_its_statement AFTER INSERT ON payouts.payout REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_later_part()
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.payout_override FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER acknowledged_once BEFORE UPDATE ON payouts.provider_finding FOR EACH ROW WHEN (((old.acknowledgement_id IS NOT NULL) OR ((to_jsonb(old.*) - 'acknowledgement_id'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'acknowledgement_id'::text)))) EXECUTE FUNCTION payouts.refuse_sealed_change('a finding stays as it was found')
CREATE TRIGGER kept BEFORE DELETE ON payouts.provider_finding FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a finding stays as it was found')
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON payouts.reserve_release FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER decided_once BEFORE UPDATE ON payouts.rule_change FOR EACH ROW WHEN (((old.state <> 'proposed'::text) OR ((((((((((((new.id IS DISTINCT FROM old.id) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.rule_id IS DISTINCT FROM old.rule_id)) OR (new.document IS DISTINCT FROM old.document)) OR (new.effective_from IS DISTINCT FROM old.effective_from)) OR (new.seller_count IS DISTINCT FROM old.seller_count)) OR (new.line_count IS DISTINCT FROM old.line_count)) OR (new.net IS DISTINCT FROM old.net)) OR (new.moved IS DISTINCT FROM old.moved)) OR (new.content_hash IS DISTINCT FROM old.content_hash)) OR (new.proposed_by IS DISTINCT FROM old.proposed_by)) OR (new.proposed_at IS DISTINCT FROM old.proposed_at)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON payouts.rule_change FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER fingerprinted BEFORE UPDATE OF payout_fingerprint ON payouts.run FOR EACH ROW WHEN (((old.content_hash <> ''::text) AND (old.payout_fingerprint IS DISTINCT FROM new.payout_fingerprint))) EXECUTE FUNCTION payouts.refuse_sealed_change('a sealed run stays as it was shown')
CREATE TRIGGER sealed BEFORE UPDATE ON payouts.run FOR EACH ROW WHEN (((old.content_hash <> ''::text) AND ((((((old.content_hash IS DISTINCT FROM new.content_hash) OR (old.total IS DISTINCT FROM new.total)) OR (old.payout_count IS DISTINCT FROM new.payout_count)) OR (old.business_date IS DISTINCT FROM new.business_date)) OR (old.cutoff IS DISTINCT FROM new.cutoff)) OR (old.drafted_by IS DISTINCT FROM new.drafted_by)))) EXECUTE FUNCTION payouts.refuse_sealed_change('a sealed run stays as it was shown')
CREATE TRIGGER sealed_stays BEFORE DELETE ON payouts.run FOR EACH ROW WHEN ((old.content_hash <> ''::text)) EXECUTE FUNCTION payouts.refuse_sealed_change('a sealed run stays as it was shown')
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts.run_decision FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.run_decision FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts.run_override FOR EACH ROW EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.run_override FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_sealed_change('a decision stays as it was taken')
CREATE TRIGGER decided_once BEFORE UPDATE ON payouts.seller_adjustment FOR EACH ROW WHEN (((old.state <> 'proposed'::text) OR (((((((new.id IS DISTINCT FROM old.id) OR (new.seller_id IS DISTINCT FROM old.seller_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.reference IS DISTINCT FROM old.reference)) OR (new.proposed_by IS DISTINCT FROM old.proposed_by)) OR (new.proposed_at IS DISTINCT FROM old.proposed_at)))) EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER kept BEFORE DELETE ON payouts.seller_adjustment FOR EACH ROW EXECUTE FUNCTION payouts.refuse_change()
CREATE TRIGGER in_time AFTER INSERT ON payouts.statement REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_late()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE OF id, seller_id, business_date, opening, movements, payout_amount, carried, txid ON payouts.statement FOR EACH ROW WHEN ((old.txid <> pg_current_xact_id())) EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.statement FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE CONSTRAINT TRIGGER sums_agree AFTER INSERT OR UPDATE OF movements, payout_amount ON payouts.statement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payouts.check_statement_sums()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE ON payouts.statement_line FOR EACH ROW EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON payouts.statement_line FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_stated_change()
CREATE TRIGGER with_its_statement AFTER INSERT ON payouts.statement_line REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_later_part()
CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE OF id, seller_id, effective_from, document, is_estimate, line_count, promotion, commission, commission_vat, fees, fee_vat, net, content_hash, proposed_by, proposed_at, rule_change_id ON payouts.terms_change FOR EACH ROW EXECUTE FUNCTION payouts.refuse_adjusted()
