import { rememberedOrder } from '../../../web/list/remembered-order.ts'
import { Select } from '../../../web/ui/Select.tsx'
import { memberSorts } from '../contract.ts'

type Sort = (typeof memberSorts)[number]

const orders: { value: Sort; label: string }[] = [
  { value: 'name', label: 'By name' },
  { value: 'best', label: 'Best for me' },
]

const { orderOf, rememberOrder } = rememberedOrder('member-order', memberSorts, 'name')
/** For the list's query, in which the default is left out. */
export const memberOrder = (inUrl: string) => (orderOf(inUrl) === 'best' ? 'best' : '')

export function MemberOrder({ sort, onChange }: { sort: string; onChange: (sort: string) => void }) {
  return (
    <div className="w-40 max-w-full">
      <Select
        label="Order"
        labelHidden
        options={orders}
        value={sort === 'best' ? 'best' : 'name'}
        onChange={order => {
          rememberOrder(order)
          onChange(order)
        }}
      />
    </div>
  )
}
