import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import { optionLook, popupLook } from './option-look.ts'

/** The options of a Combobox that match what is typed. */
export const OptionPopup = ({ label = option => option }: { label?: (option: string) => string }) => (
  <Combobox.Portal>
    <Combobox.Positioner sideOffset={6} className="z-50 outline-none">
      <Combobox.Popup className={popupLook}>
        <Combobox.Empty className="px-2.5 py-2 text-sm text-muted empty:p-0">Nothing matches.</Combobox.Empty>
        <Combobox.List className="outline-none">
          {(option: string) => (
            <Combobox.Item key={option} value={option} className={optionLook}>
              <span className="min-w-0 flex-1">{label(option)}</span>
              <Combobox.ItemIndicator>
                <Check aria-hidden size={16} />
              </Combobox.ItemIndicator>
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
)
